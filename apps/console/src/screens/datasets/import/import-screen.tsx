import type { ImportResult } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Select } from '../../../ui/select.tsx';
import { ScenarioChat, ScenarioJson } from '../scenario-chat.tsx';
import { AddScenarios } from './add-scenarios.tsx';
import { ColumnTable } from './column-table.tsx';
import { ChooseFile } from './choose-file.tsx';
import { FORMAT_LABELS, FORMATS } from './import-words.ts';
import { useConvertedFile, type ConvertedFile } from './use-converted-file.ts';

const route = getRouteApi('/console/import');
const BLOCKS = ['h-40'] as const;

/** Converts a file with tests of another tool, shows what it becomes, and adds it to a dataset. */
export function ImportScreen(): ReactNode {
  const { dataset } = route.useSearch();
  const converted = useConvertedFile();
  const { file, result, error, isPending } = converted;
  return (
    <>
      <PageHead
        title="Import tests"
        crumbs={
          <>
            <Link to="/console/datasets" className="hover:underline">
              Datasets
            </Link>
            {' / '}
            {dataset === undefined ? (
              'a file becomes scenarios'
            ) : (
              <Link
                to="/console/datasets/$name"
                params={{ name: dataset }}
                className="hover:underline"
              >
                {dataset}
              </Link>
            )}
          </>
        }
      />
      <div className="grid gap-4">
        <ChooseFile file={file?.name} fault={converted.fault} onFile={converted.choose} />
        {isPending && result === undefined && <Skeleton label="the scenarios" blocks={BLOCKS} />}
        {error !== null && (
          <Failure what="The file could not be read" error={error} onRetry={converted.retry} />
        )}
        {file !== undefined && result !== undefined && (
          <>
            <Found converted={converted} result={result} />
            <AddScenarios key={dataset} file={file.name} result={result} dataset={dataset} />
          </>
        )}
      </div>
    </>
  );
}

interface FoundProps {
  readonly converted: ConvertedFile;
  readonly result: ImportResult;
}

function Found({ converted, result }: FoundProps): ReactNode {
  const { format, scenarios, columns, system_prompt: prompt } = result;
  return (
    <>
      <Card title="2 · What the file contains">
        <div className="flex flex-wrap items-center gap-3" aria-busy={converted.isPending}>
          <Select
            label="Format"
            prefix="Format: "
            options={FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
            value={format}
            onChange={converted.useFormat}
          />
          <p role="status" className="font-medium">
            {formatMany(scenarios.length, 'scenario')}
          </p>
        </div>
        {columns.length > 0 && <ColumnTable columns={columns} onChange={converted.useColumns} />}
        <Lost result={result} />
        {prompt !== null && (
          <div className="mt-3">
            <p className="text-warn">
              ! The file has a system prompt. Scenarios have none: set it when you start a run.
            </p>
            <pre className="mt-1 max-h-40 overflow-auto rounded bg-raised p-2 font-mono text-[13px] wrap-anywhere whitespace-pre-wrap">
              {prompt}
            </pre>
          </div>
        )}
      </Card>
      <Preview result={result} />
    </>
  );
}

function Lost({ result: { lost, notes } }: Pick<FoundProps, 'result'>): ReactNode {
  if (lost.length === 0 && notes.length === 0) {
    return <p className="mt-3 text-ok">✓ Everything in the file can be imported.</p>;
  }
  return (
    <div className="mt-3">
      {lost.length > 0 && <h3 className="font-medium text-warn">! Not imported</h3>}
      <ul className="mt-1 grid list-disc gap-0.5 pl-5">
        {lost.map(({ field, count, why }) => (
          <li key={`${field} ${why}`} className="wrap-anywhere">
            <code className="font-mono text-[13px]">{field}</code> ({formatMany(count, 'time')}):{' '}
            {why}
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className="wrap-anywhere">
            {note}
          </li>
        ))}
      </ul>
    </div>
  );
}

const MAX_SHOWN = 3;

function Preview({ result: { scenarios } }: Pick<FoundProps, 'result'>): ReactNode {
  const more = scenarios.length - MAX_SHOWN;
  return (
    <Card title="3 · Preview">
      {scenarios.length === 0 && <p className="text-dim">No scenarios yet.</p>}
      <div className="grid gap-4 lg:grid-cols-3">
        {scenarios.slice(0, MAX_SHOWN).map((scenario, at) => (
          <section
            key={at}
            aria-label={`Scenario ${at + 1}`}
            className="min-w-0 rounded-md border border-line p-3"
          >
            <h3 className="mb-2 font-medium wrap-anywhere">
              {scenario.name ?? scenario.id ?? `Scenario ${at + 1}`}
            </h3>
            <ScenarioChat scenario={scenario} />
            <ScenarioJson scenario={scenario} />
          </section>
        ))}
      </div>
      {more > 0 && (
        <p className="mt-2 text-[13px] text-dim">and {formatMany(more, 'more scenario')}</p>
      )}
    </Card>
  );
}
