import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FairtrialOptions, FAIRTRIAL, ROOT } from './run-fairtrial.ts';

/** Copies the output of a program in a pseudo-terminal of 80 columns byte by byte; exits with the program's code. */
const PTY = `
import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
while True:
    try:
        said = os.read(terminal, 65536)
    except OSError:
        break
    if not said:
        break
    os.write(1, said)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the command in a terminal that is both stdout and stderr. */
export async function runInTerminal(
  args: readonly string[],
  { cwd = ROOT, env = {} }: Pick<FairtrialOptions, 'cwd' | 'env'> = {},
): Promise<Ended> {
  const command = [process.execPath, FAIRTRIAL, ...args];
  const child = spawn('python3', ['-c', PTY, ...command], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
