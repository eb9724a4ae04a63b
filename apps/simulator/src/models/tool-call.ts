import type { Random } from '../seeded-random.ts';
import type { ToolCall } from './sim-model.ts';

/** An id of nine letters and digits: the only shape that every server accepts. */
export function toolCall(name: string, args: string, random: Random): ToolCall {
  const id = Array.from({ length: 9 }, () => Math.floor(random() * 36).toString(36)).join('');
  return { id, name, arguments: args };
}
