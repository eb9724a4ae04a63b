import type { Comparison } from '@assay/contracts';
import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMany } from '../../format/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Button } from '../../ui/button.tsx';
import { countChanges } from './change-rows.ts';
import { ChangeRunsLink } from './change-runs-link.tsx';
import type { CompareSearch } from './compare-search.ts';
import { RunSides } from './run-sides.tsx';
import { runTitles } from './run-titles.ts';
import { Warnings } from './warnings.tsx';

interface CompareHeadProps {
  readonly comparison: Comparison;
  readonly comparisons: readonly Comparison[];
  readonly focus: number;
  readonly search: CompareSearch;
  readonly onFocus: (focus: number) => void;
  readonly onSwap: () => void;
}

/** What is compared with what, and what came of it. */
export function CompareHead(props: CompareHeadProps): ReactNode {
  const { comparison, comparisons, focus, search, onFocus, onSwap } = props;
  const { baseline, candidate } = comparison;
  const [before, after] = runTitles([baseline, candidate]);
  return (
    <>
      <PageHead
        title={`${before} → ${after}`}
        crumbs={`Compare / ${candidate.test_name} · ${formatMany(comparison.compared, 'scenario')}, ${formatMany(candidate.turns.finished, 'turn')} · paired by scenario, Holm-adjusted`}
        verdict={<Changes comparison={comparison} />}
        actions={
          <>
            <Button onClick={onSwap} aria-label="Swap baseline and candidate" title="Swap ( s )">
              <ArrowLeftRight size={16} aria-hidden />
            </Button>
            <ChangeRunsLink search={search} />
          </>
        }
      />
      <RunSides comparisons={comparisons} focus={focus} onFocus={onFocus} />
      <Warnings texts={comparison.warnings} />
    </>
  );
}

function Changes({ comparison: { scenarios } }: { readonly comparison: Comparison }): ReactNode {
  const { regressed, improved, noise } = countChanges(scenarios);
  return (
    <>
      {regressed > 0 && (
        <Pill tone="bad" glyph="▼">
          {formatMany(regressed, 'regression')}
        </Pill>
      )}
      {improved > 0 && (
        <Pill tone="ok" glyph="▲">
          {formatMany(improved, 'improvement')}
        </Pill>
      )}
      {noise > 0 && (
        <Pill tone="plain" glyph="≈">
          {noise} within noise
        </Pill>
      )}
    </>
  );
}
