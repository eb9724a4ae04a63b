import type { SqlExecutor } from '../db/connection/sql.ts';
import { toLiteral } from './to-literal.ts';

export interface BufferCounter extends SqlExecutor {
  /** Number of 8 kB pages that each statement touched, in order. */
  readonly buffers: readonly number[];
}

/**
 * Executes statements and counts the pages that they touch, with the plan that PostgreSQL caches for them. Statements
 * that write are executed twice.
 */
export function countBuffers(tx: SqlExecutor): BufferCounter {
  const buffers: number[] = [];
  return {
    buffers,
    async executeSql(text, values = []) {
      const given = values.length === 0 ? '' : `(${values.map(toLiteral).join(', ')})`;
      // One text, so that all statements run on the same connection.
      const { rows } = await tx.executeSql(
        `prepare counted as ${text};
         explain (analyze, buffers, format json) execute counted${given};
         execute counted${given};
         deallocate counted`,
      );
      const [explained, ...found] = rows;
      buffers.push(
        sum((explained as { 'QUERY PLAN': { Plan: BufferCounts }[] })['QUERY PLAN'][0]?.Plan),
      );
      return { rows: found };
    },
  };
}

interface BufferCounts {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

function sum(plan: BufferCounts | undefined): number {
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}
