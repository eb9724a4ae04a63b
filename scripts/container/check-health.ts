/** Exits with 0 if a service on one of these ports is ready: a container runs one of the two services. */
const ports = process.argv.slice(2);

async function isReady(port: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(3000);
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal })).ok;
  } catch {
    return false;
  }
}

const answers = await Promise.all(ports.map(isReady));
process.exitCode = answers.includes(true) ? 0 : 1;
