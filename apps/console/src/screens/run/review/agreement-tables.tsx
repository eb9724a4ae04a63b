import type { JudgeAgreement, LabelReport } from '@fairtrial/contracts';
import { formatCount, formatShare, formatShareInterval, NONE } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { CELL, Table, TableRow } from '../../../parts/table.tsx';
import { formatKappa } from './format-kappa.ts';

/** The agreement of the judge with people by check, and of people with each other. */
export function AgreementTables({ report }: { readonly report: LabelReport }): ReactNode {
  const { agreement, labeller_agreement: people } = report;
  return (
    <>
      {agreement.length > 0 && <JudgeTable rows={agreement} />}
      {people.length > 0 && <PeopleTable rows={people} />}
    </>
  );
}

const JUDGE_COLUMNS = [
  ['About'],
  ['Judge'],
  ['Agreed'],
  ['κ, 95 % interval'],
  ['Passes found (TPR)'],
  ['Fails found (TNR)'],
] as const;

function JudgeTable({ rows }: { readonly rows: readonly JudgeAgreement[] }): ReactNode {
  return (
    <Table caption="Agreement of the judge with people" columns={JUDGE_COLUMNS}>
      {rows.map((row, at) => (
        <TableRow key={at}>
          <th scope="row" className={`${CELL} min-w-36 text-left font-medium wrap-anywhere`}>
            {row.check_id ?? 'Whole conversations'}
          </th>
          <td className={`${CELL} min-w-28 wrap-anywhere`}>{row.judges.join(', ') || 'code'}</td>
          <td className={CELL}>
            {formatCount(row.agreed)} of {formatCount(row.n)}
          </td>
          <td className={CELL}>{formatKappa(row.kappa)}</td>
          <RateCell rate={row.true_positive_rate} />
          <RateCell rate={row.true_negative_rate} />
        </TableRow>
      ))}
    </Table>
  );
}

function RateCell({ rate }: { readonly rate: JudgeAgreement['true_positive_rate'] }): ReactNode {
  return (
    <td className={CELL}>
      {rate === null ? NONE : `${formatShare(rate.value)} ${formatShareInterval(rate.interval)}`}
    </td>
  );
}

const PEOPLE_COLUMNS = [['People'], ['Agreed'], ['κ, 95 % interval']] as const;

function PeopleTable({ rows }: { readonly rows: LabelReport['labeller_agreement'] }): ReactNode {
  return (
    <Table caption="Agreement of people with each other" columns={PEOPLE_COLUMNS}>
      {rows.map(({ labellers, agreed, n, kappa }) => (
        <TableRow key={labellers.join(' ')}>
          <th scope="row" className={`${CELL} min-w-36 text-left font-medium wrap-anywhere`}>
            {labellers.join(' and ')}
          </th>
          <td className={CELL}>
            {formatCount(agreed)} of {formatCount(n)}
          </td>
          <td className={CELL}>{formatKappa(kappa)}</td>
        </TableRow>
      ))}
    </Table>
  );
}
