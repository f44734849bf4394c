// Loaded before a measured program: tells at its end what it took, as a last line on standard error.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(`\n${JSON.stringify({ cpuMs: (user + system) / 1000 })}\n`);
});
