// Preloaded into a server whose heap is watched: on SIGUSR2 it collects garbage and reports the memory still held, in bytes.
const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('start Node with --expose-gc')
process.on('SIGUSR2', () => {
  // what waited for a finalizer goes in the second round
  collect()
  setTimeout(() => {
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    process.stdout.write(`heap after collection ${heapUsed} ${rss}\n`)
  }, 100)
})
