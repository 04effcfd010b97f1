// Loaded into a server that is watched: on SIGUSR2 it collects what nobody holds, and says how much is left, in bytes.
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
