import { EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postEvaluate } from '../../support/calls/evaluate.ts';
import type { ApiTarget } from '../../support/calls/run-api.ts';
import { fairtrial } from './command.ts';
import type { PlannedEndpoint } from './planned-endpoint.ts';
import type { PlannedRun, PlayedRun, Stage } from './stage.ts';

interface StageOptions {
  readonly api: ApiTarget;
  readonly endpoint: PlannedEndpoint;
  /** The folder of its files. */
  readonly folder: string;
  readonly number: number;
  readonly name: string;
}

const ATTEMPTS = 6;

export function openEnvironment({ api, endpoint, folder, number, name }: StageOptions): Stage {
  const toRequest = ({ suite, model, attempts = ATTEMPTS, more }: PlannedRun): object => ({
    ...suite,
    endpoint: endpoint.url,
    model_id: model,
    attempts,
    test_name: name,
    history: 'none',
    ...more,
  });
  const commands = createCommands(api.url, join(folder, String(number)));
  return {
    api,
    addModel(model, plan) {
      const id = `${number}/${model}`;
      endpoint.addModel(id, plan);
      return id;
    },
    async seed(planned) {
      const { status, body } = await postEvaluate(api, { branch: 'main', ...toRequest(planned) });
      assert.equal(status, 200, JSON.stringify(body));
      return EvaluationResponse.parse(body).run_id;
    },
    run: (planned, onStart) => commands.run(toRequest(planned), planned.flags ?? [], onStart),
    refuse: (planned) => commands.refuse(toRequest(planned), planned.flags ?? []),
    watch: (runId) => commands.watch(runId),
    async compare(baseline, candidate) {
      const output = await fairtrial(['compare', baseline, candidate], { server: api.url });
      return { kind: 'pair', baseline, candidate, ...output };
    },
  };
}

interface Commands {
  run(
    request: object,
    flags: readonly string[],
    onStart?: (runId: string) => Promise<void>,
  ): Promise<PlayedRun>;
  refuse(request: object, flags: readonly string[]): Promise<string>;
  watch(runId: string): Promise<PlayedRun>;
}

/** Commands that write every report, each into a separate folder. */
function createCommands(server: string, prefix: string): Commands {
  let folders = 0;
  const nextFolder = async (): Promise<string> => {
    folders += 1;
    const folder = `${prefix}-${folders}`;
    await mkdir(folder);
    return folder;
  };
  return {
    async run(request, flags, onStart) {
      const folder = await nextFolder();
      let started: Promise<void> | undefined;
      const onNote = (stderr: string): void => {
        const id = runIdIn(stderr);
        if (id !== undefined) started ??= onStart?.(id);
      };
      const args = await toArguments(folder, request, flags);
      const output = await fairtrial(args, { server, onNote });
      await started;
      const runId = runIdIn(output.stderr);
      assert.ok(runId, output.stderr);
      return { kind: 'run', runId, folder, ...output };
    },
    async refuse(request, flags) {
      const args = await toArguments(await nextFolder(), request, flags);
      const output = await fairtrial(args, { server });
      assert.equal(output.code, 2, output.stderr);
      return output.stderr;
    },
    async watch(runId) {
      const folder = await nextFolder();
      const output = await fairtrial(['watch', runId, ...reportFlags(folder)], { server });
      return { kind: 'run', runId, folder, ...output };
    },
  };
}

async function toArguments(
  folder: string,
  request: object,
  flags: readonly string[],
): Promise<readonly string[]> {
  const batch = join(folder, 'batch.json');
  await writeFile(batch, JSON.stringify(request));
  return ['run', batch, ...flags, ...reportFlags(folder)];
}

function reportFlags(folder: string): readonly string[] {
  const [junit, md] = [join(folder, 'report.xml'), join(folder, 'report.md')];
  return ['--junit', junit, '--md', md, '--html', folder];
}

function runIdIn(stderr: string): string | undefined {
  return /^Run (\S{36})$/m.exec(stderr)?.[1];
}
