import { AppError } from '@fairtrial/contracts';
import { LARGE_BODY, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Simulator } from '../simulator.ts';
import { answerCall, beginCall } from './handle-call.ts';

const GenerateRequest = z.looseObject({
  model_id: z.string(),
  messages: z.array(z.array(z.object({ role: z.string(), content: z.string() })).min(1)).min(1),
});

const MAX_JOBS = 10_000;

interface Job {
  readonly result: string;
  polls: number;
}

/** The jobs protocol of a fine-tuned provider: post a job, then poll until it is finished. */
export function addJobs(server: Server, simulator: Simulator): void {
  const jobs = new Map<string, Job>();

  server.post(
    '/organizations/:org/generate',
    {
      ...NO_HANDLER_TIMEOUT,
      ...LARGE_BODY,
      config: { scope: 'open' },
      schema: { body: GenerateRequest },
    },
    async (request, reply) => {
      const { model_id: model, messages } = request.body;
      if (!beginCall({ request, reply }, simulator, model)) return reply;
      const job_id = randomUUID();
      const asked = { model, messages: messages[0] ?? [] };
      const answer = await answerCall(request, simulator, asked);
      if (answer === undefined) throw new AppError('not_found', `there is no model ${model}`);
      const [oldest = ''] = jobs.size < MAX_JOBS ? [] : jobs.keys();
      jobs.delete(oldest);
      jobs.set(job_id, { result: answer.content, polls: 0 });
      return { job_id, job_status: 'RUNNING' };
    },
  );

  server.get(
    '/organizations/:org/generate/:job',
    {
      config: { scope: 'open' },
      schema: {
        params: z.object({ org: z.string(), job: z.string() }),
      },
    },
    ({ params }) => {
      const job = jobs.get(params.job);
      if (job === undefined) throw new AppError('not_found', `there is no job ${params.job}`);
      job.polls += 1;
      // Never finished at the first poll: callers must poll again.
      if (job.polls === 1) return { job_id: params.job, job_status: 'RUNNING' };
      return { job_id: params.job, job_status: 'FINISHED', results: [{ result: job.result }] };
    },
  );
}
