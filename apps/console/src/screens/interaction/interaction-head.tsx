import type { RunView } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { AddToDataset } from '../../parts/dataset/add-to-dataset.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Button, PLAIN_BUTTON } from '../../ui/button.tsx';
import type { InteractionSearch } from './interaction-search.ts';
import { toReplyScenario } from './reply-scenario.ts';
import type { InteractionNavigation } from './use-interaction-navigation.ts';
import type { Reply } from './use-reply.ts';
import { listMessages } from './user/conversation-turns.ts';

interface InteractionHeadProps {
  readonly reply: Reply;
  /** Includes the state of the list from which the interaction was opened. */
  readonly search: InteractionSearch;
  readonly navigation: InteractionNavigation;
}

/** The position of the reply, and the button that compares it with a baseline. */
export function InteractionHead({ reply, search, navigation }: InteractionHeadProps): ReactNode {
  const { run, view, scenario } = reply;
  const turns = listMessages(reply).length;
  const of = turns > 0 ? ` of ${turns}` : '';
  const { attempt: _a, baseline_attempt: _b, view: _v, against: _c, ...list } = search;
  return (
    <PageHead
      title={`${scenario.name ?? view.scenario_id} · turn ${view.turn + 1}${of}`}
      crumbs={
        <>
          <Link to="/console/runs" className="hover:underline">
            Runs
          </Link>
          {' / '}
          <Link
            to="/console/runs/$runId"
            params={{ runId: run.run_id }}
            search={list}
            className="hover:underline"
          >
            {run.test_name}
          </Link>
          {' / '}
          {run.model_id}
        </>
      }
      verdict={<span className="text-dim">j/k next · 1–9 attempt · d view · Esc back</span>}
      actions={
        <>
          <EditLink reply={reply} />
          <AddReply reply={reply} />
          <BaselineButton run={run} search={search} navigation={navigation} />
        </>
      }
    />
  );
}

/** Opens the scenario in the latest version of its dataset, for example to correct a reference. */
function EditLink({ reply: { run, view } }: { readonly reply: Reply }): ReactNode {
  const name = nameOfDataset(run);
  if (name === undefined) return null;
  return (
    <Link
      to="/console/datasets/$name/edit"
      params={{ name }}
      search={{ id: view.scenario_id }}
      className={PLAIN_BUTTON}
    >
      Edit the scenario
    </Link>
  );
}

/** The dataset of a run, without the version. */
function nameOfDataset({ dataset }: RunView): string | undefined {
  return dataset?.split('@')[0];
}

/** Turns the conversation of this attempt, up to this turn, into a scenario of a dataset. */
function AddReply({ reply: { run, view, scenario } }: { readonly reply: Reply }): ReactNode {
  const client = useClient();
  const { scenario: place, attempt, turn: last } = view;
  const makeScenario = async (): Promise<Readonly<Record<string, unknown>>> => {
    const turns = await Promise.all(
      Array.from({ length: last + 1 }, (_, turn) =>
        client.request('GET /runs/:run_id/turns/:scenario/:attempt/:turn', {
          run_id: run.run_id,
          scenario: place,
          attempt,
          turn,
        }),
      ),
    );
    return toReplyScenario(
      scenario,
      turns.map(({ outcome, user_message: message, agent_reply: reply }) => ({
        message,
        reply: outcome === 'answered' ? reply : '',
      })),
    );
  };
  return (
    <AddToDataset
      key={run.run_id}
      description={`${formatMany(last + 1, 'turn')} of this attempt, with the replies as references.`}
      dataset={nameOfDataset(run)}
      makeScenario={makeScenario}
    >
      Add to dataset
    </AddToDataset>
  );
}

interface BaselineButtonProps extends Omit<InteractionHeadProps, 'reply'> {
  readonly run: RunView;
}

/** Switches between the reply next to the baseline's and the reply alone. */
function BaselineButton({ run, search, navigation }: BaselineButtonProps): ReactNode {
  const own = run.overview?.verdict?.baseline_run_id;
  if (search.baseline !== undefined && search.baseline !== 'none') {
    const alone = { baseline: undefined, baseline_attempt: undefined, against: undefined };
    return <Button onClick={() => navigation.change(alone)}>Show this run only</Button>;
  }
  if (own === undefined) return null;
  return (
    <Button onClick={() => navigation.change({ baseline: own })}>Compare with the baseline</Button>
  );
}
