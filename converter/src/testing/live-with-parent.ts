/** Ends a process that a test has started soon after the test's own process, however that ended. */
const CHECK_MS = 500

const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.exit(1)
}, CHECK_MS).unref()
