/** Imported by a process that a test starts: ends it soon after the test's own, however that ended. */
const CHECK_MS = 500

const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.exit(1)
}, CHECK_MS).unref()
