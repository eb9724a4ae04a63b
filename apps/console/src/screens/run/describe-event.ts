import type { RunEvent } from '@assay/client';
import { formatCount, formatMany } from '../../format/numbers.ts';

/** An event in words. */
export function describeEvent(event: RunEvent): string {
  switch (event.type) {
    case 'run-started':
      return `started: ${formatMany(event.data.total, 'turn')} to play`;
    case 'turns-finished': {
      const { turns, finished, total } = event.data;
      const failed = turns.filter(([, , , outcome]) => outcome === 'endpoint_failed').length;
      const bad = failed === 0 ? '' : `, ${formatCount(failed)} of them failed`;
      return `${formatMany(turns.length, 'turn')} done${bad} (${formatCount(finished)} of ${formatCount(total)})`;
    }
    case 'run-cancelling':
      return 'told to stop';
    case 'run-retried':
      return `played again: ${formatMany(event.data.attempts, 'attempt')}`;
    case 'run-rescored':
      return `scored anew: revision ${event.data.revision}`;
    case 'grading':
      return `${formatCount(event.data.done)} of ${formatMany(event.data.total, 'turn')} marked`;
    case 'run-finished':
      return event.data.state;
    default: {
      // A newer service may know of more.
      const { type } = event as { readonly type: string };
      return type;
    }
  }
}
