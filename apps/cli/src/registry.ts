import type { CommandEntry } from './command/command.ts';

/** All commands, in the order of the help. Each has an entry here and its code in commands/. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'play batches against an endpoint, score the replies and evaluate the gates',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'watch',
    summary: 'follow a run until it is finished',
    load: async () => (await import('./commands/stored-run.ts')).watchCommand,
  },
  {
    name: 'retry',
    summary: 'play the turns of a run that have no answer, and follow it until it is finished',
    load: async () => (await import('./commands/stored-run.ts')).retryCommand,
  },
  {
    name: 'cancel',
    summary: 'stop a run; finished turns are kept',
    load: async () => (await import('./commands/stored-run.ts')).cancelCommand,
  },
  {
    name: 'rescore',
    summary: 'score the stored replies of a run again, without calling the endpoint',
    load: async () => (await import('./commands/rescore.ts')).rescoreCommand,
  },
  {
    name: 'show',
    summary: 'print the result of a run, or one of its interactions in full',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  {
    name: 'compare',
    summary: 'compare two runs and print what changed beyond noise',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  {
    name: 'labels',
    summary: 'print how people and the judge agree, and the pass rate by people',
    load: async () => (await import('./commands/labels.ts')).labelsCommand,
  },
  {
    name: 'runs',
    summary: 'list runs, newest first',
    load: async () => (await import('./commands/runs.ts')).runsCommand,
  },
  {
    name: 'pin',
    summary: 'make a run the baseline that `--baseline pinned` compares with',
    load: async () => (await import('./commands/stored-run.ts')).pinCommand,
  },
  {
    name: 'unpin',
    summary: 'remove the pin of a run',
    load: async () => (await import('./commands/stored-run.ts')).unpinCommand,
  },
  {
    name: 'delete',
    summary: 'delete a finished run and all its replies',
    load: async () => (await import('./commands/stored-run.ts')).deleteCommand,
  },
  {
    name: 'export',
    summary: 'write a run as a file for other tools',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'models',
    summary: 'list the models of the agent backend',
    load: async () => (await import('./commands/models.ts')).modelsCommand,
  },
  {
    name: 'targets',
    summary: 'list, store and delete targets: how to call an API of another shape',
    load: async () => (await import('./commands/stored/targets.ts')).targetsCommand,
  },
  {
    name: 'datasets',
    summary: 'list, pull, push and compare stored datasets of scenarios',
    load: async () => (await import('./commands/stored/datasets.ts')).datasetsCommand,
  },
  {
    name: 'doctor',
    summary: 'check the configuration, the services and the endpoint',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'init',
    summary: 'write a configuration file and a first batch',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  {
    name: 'import',
    summary: 'convert tests of promptfoo, OpenAI evals or CSV into a batch',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'record',
    summary: 'proxy an endpoint and record its traffic as a batch',
    load: async () => (await import('./commands/record.ts')).recordCommand,
  },
  {
    name: 'scorers',
    summary: 'serve a function of yours as a scorer for runs',
    load: async () => (await import('./commands/scorers.ts')).scorersCommand,
  },
  {
    name: 'demo',
    summary: 'run two simulated models on all samples and compare them; needs no key',
    load: async () => (await import('./commands/local.ts')).demoCommand,
  },
  {
    name: 'up',
    summary: 'start the services of this checkout',
    load: async () => (await import('./commands/local.ts')).upCommand,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
];
