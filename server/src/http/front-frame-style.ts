// How the first words of a signed-in page look: as the frame and the head of the page that takes their place (web/src/ui/shell.module.css).
// It comes inside the page, for that of visitors shall not carry it.

const bar = `
.wf-bar{grid-column:1/-1;display:flex;align-items:center;gap:8px;padding-inline:16px;border-bottom:1px solid var(--line);font-size:1.15rem;font-weight:700;letter-spacing:-.01em;white-space:nowrap}
.wf-bar svg{flex:none;margin-inline-end:2px;border-radius:9px;box-shadow:0 0 0 1px #ffffff24}
.wf-bar span{overflow:hidden;text-overflow:ellipsis}
.wf-bar i{display:none;flex:none;width:18px;height:18px;margin:5px;background:linear-gradient(currentcolor 1.5px,#0000 0 7.5px,currentcolor 0 9px,#0000 0 15px,currentcolor 0 16.5px,#0000 0)}
.wf-side{border-inline-end:1px solid var(--line);background:light-dark(#f6f8f6,#1c261e)}`

const page = `
.wf-page{position:relative;min-width:0;padding:24px}
.wf-frame h1{margin:0;font-size:1.375rem;font-weight:700;line-height:1.4;text-wrap:wrap}
.wf-frame p{margin:0;color:light-dark(#5a665d,#a9b8ab);font-size:1rem;line-height:1.55}
.wf-frame .wf-wait{max-width:480px;margin-top:20px;font-size:1.15rem;animation:wf-wait 0s .3s both}
@keyframes wf-wait{from{visibility:hidden}to{visibility:visible}}`

const sheet = `
.wf-frame[data-sheet]{--map:max(34dvh,220px);--sheet:480px}
.wf-frame[data-sheet=rider]{--map:max(20dvh,150px);--sheet:420px}
.wf-frame[data-sheet] .wf-page{display:grid;grid-template:var(--map) 1fr/minmax(0,1fr);padding:0}
.wf-map{background:light-dark(#eef1ec,#121a14)}
.wf-sheet{position:relative;margin-top:-20px;padding:20px 16px;border-radius:20px 20px 0 0;background:var(--body);box-shadow:0 -6px 20px #0000001f}
.wf-frame[data-sheet=rider] h1{font-size:1.4rem;line-height:1.55;letter-spacing:-.01em}`

const narrow = `
@media (max-width:47.99em){
.wf-frame{grid-template:56px 1fr/minmax(0,1fr)}
.wf-frame[data-tabs]{grid-template-rows:56px 1fr calc(60px + env(safe-area-inset-bottom))}
.wf-frame[data-tabs]::after{border-top:1px solid var(--line);background:var(--body);content:'';z-index:1}
.wf-bar{padding-inline:12px}
.wf-side{display:none}
.wf-page{padding:16px}
.wf-frame[data-sheet=rider] .wf-sheet{padding-top:16px}
}
@media (max-width:68.74em){.wf-frame:not([data-tabs]) .wf-bar i{display:block}}
@media (min-width:48em) and (max-width:68.74em){.wf-frame:not([data-tabs]){grid-template-columns:64px minmax(0,1fr)}}
@media (max-width:22.5em){.wf-bar span{display:none}}`

const wide = `
@media (min-width:62em){
.wf-frame[data-sheet] .wf-page{grid-template:1fr/var(--sheet) minmax(0,1fr)}
.wf-map{grid-area:1/2}
.wf-sheet{grid-area:1/1;margin:0;padding:24px;border-radius:0;box-shadow:none}
}`

export const frameStyle = `
.wf-frame{--body:light-dark(#fff,#121a14);--line:light-dark(#e1e7e2,#324036);position:fixed;inset:0;z-index:1000;display:grid;grid-template:60px 1fr/240px minmax(0,1fr);overflow:hidden;pointer-events:none;background:var(--body);color:light-dark(#16201a,#e6ede7);font-family:Inter,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','Helvetica Neue',Arial,sans-serif}
${bar}${page}${sheet}${narrow}${wide}`.replaceAll('\n', '')
