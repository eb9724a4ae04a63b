/**
 * Preloaded into a service (`--import`). On SIGWINCH, which has no other meaning for it, prints the longest time for
 * which the event loop was blocked since the last signal. `cpu_ms` is the CPU time between two samples; on a busy
 * machine `wall_ms` mostly measures other processes.
 */
const POLL_MS = 5;

let longest = { cpu: 0, wall: 0 };
let last = look();

function look(): { readonly cpu: number; readonly wall: number } {
  const { user, system } = process.threadCpuUsage();
  return { cpu: (user + system) / 1000, wall: performance.now() };
}

setInterval(() => {
  const now = look();
  longest = {
    cpu: Math.max(longest.cpu, now.cpu - last.cpu),
    wall: Math.max(longest.wall, now.wall - last.wall - POLL_MS),
  };
  last = now;
}, POLL_MS).unref();

process.on('SIGWINCH', () => {
  const { cpu, wall } = longest;
  process.stdout.write(`${JSON.stringify({ held_up: { cpu_ms: cpu, wall_ms: wall } })}\n`);
  longest = { cpu: 0, wall: 0 };
});
