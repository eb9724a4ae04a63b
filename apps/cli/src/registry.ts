import type { CommandEntry } from './command/command.ts';

/** Every command. One is a file in commands/ and an entry here. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'play batches against an endpoint, score them, and judge the result',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'watch',
    summary: 'follow a run to its end',
    load: async () => (await import('./commands/watch.ts')).watchCommand,
  },
  {
    name: 'show',
    summary: 'the result of a run, or one of its interactions in full',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  {
    name: 'compare',
    summary: 'two runs beside each other: better, worse, or noise',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  {
    name: 'runs',
    summary: 'list runs, newest first',
    load: async () => (await import('./commands/runs.ts')).runsCommand,
  },
  {
    name: 'export',
    summary: 'a run as a file for other tools',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'models',
    summary: 'the models of the agent backend',
    load: async () => (await import('./commands/models.ts')).modelsCommand,
  },
  {
    name: 'doctor',
    summary: 'say in plain words what is misconfigured',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'init',
    summary: 'write a configuration file and a first batch',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  {
    name: 'import',
    summary: 'batches out of files of promptfoo, OpenAI evals, or CSV',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'record',
    summary: 'stand in front of an endpoint and write what is said into a batch',
    load: async () => (await import('./commands/record.ts')).recordCommand,
  },
  {
    name: 'demo',
    summary: 'two simulated models on all samples, and what became worse; needs no key',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
  {
    name: 'up',
    summary: 'start the services of this checkout',
    load: async () => (await import('./commands/up.ts')).upCommand,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
];
