import type { Script, PlannedTurn } from '../load-script.ts';

/** The exchange whose user message this is, or ends with: a caller may merge two messages into one. */
export function findLine(script: Script, message: string): PlannedTurn | undefined {
  const said = message.trim();
  return (
    script.find((line) => line.userMessage.trim() === said) ??
    script.find((line) => said.endsWith(line.userMessage.trim()))
  );
}
