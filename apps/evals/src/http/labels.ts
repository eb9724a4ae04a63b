import {
  boundedName,
  LabelReport,
  LabelSample,
  LabelsRequest,
  Labeller,
  SavedLabels,
  toStorable,
} from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import { reportLabels } from '../runs/labels/report-labels.ts';
import { sampleAttempts } from '../runs/labels/sample-attempts.ts';
import { saveRunLabels } from '../runs/labels/save-labels.ts';
import {
  ordinal,
  pageSize,
  projectOf,
  RunParams,
  toRunId,
  type SearchServices,
} from './route-helpers.ts';

const tags = ['runs'];

const SampleQuery = z.object({
  n: pageSize(50, 1000).describe('Number of attempts to draw, from each run.'),
  seed: ordinal().default(1).describe('Another seed gives another draw.'),
  with: boundedName()
    .optional()
    .describe('Id of a second finished run: draws from both into one mixed queue.'),
  labeller: Labeller.optional().describe('Includes the labels that this person gave before.'),
  from: ordinal().default(0).describe('The first item of the page.'),
  limit: pageSize(10, 50),
});

const ReportQuery = z.object({
  from: ordinal().default(0).describe('The first label of the page.'),
  limit: pageSize(100, 1000),
});

/** `GET /runs/{run_id}/label-sample`. */
function addLabelSample(server: Server, { database, searchGuard }: LabelServices): void {
  server.get(
    '/runs/:run_id/label-sample',
    {
      config: { scope: 'run' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'Draw complete attempts for people to label, without model, scores and verdicts',
        description:
          'The draw is random, stratified by scenario, and stored. The same n, seed and `with` return the same draw.',
        params: RunParams,
        querystring: SampleQuery,
        response: { 200: LabelSample, default: problemResponse },
      },
    },
    (request) => {
      const run = { project: projectOf(request), runId: toRunId(request.params.run_id) };
      const { with: other, labeller, ...query } = request.query;
      return sampleAttempts(database, run, {
        ...query,
        withRun: other === undefined ? undefined : toRunId(other),
        labeller: labeller === undefined ? undefined : toStorable(labeller).text,
        createdBy: request.caller?.name,
      });
    },
  );
}

/** `POST` and `GET /runs/{run_id}/labels`. */
export function addLabels(server: Server, services: LabelServices): void {
  const { database, reads, searchGuard } = services;
  addLabelSample(server, services);
  server.post(
    '/runs/:run_id/labels',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Store labels of people; returns them with what the judge found',
        description:
          'A label replaces the earlier one of the same person. Labels never change the stored result of a run.',
        params: RunParams,
        body: LabelsRequest,
        response: { 200: SavedLabels, default: problemResponse },
      },
    },
    (request) => {
      const run = { project: projectOf(request), runId: toRunId(request.params.run_id) };
      return saveRunLabels(database, run, { ...request.body, createdBy: request.caller?.name });
    },
  );
  server.get(
    '/runs/:run_id/labels',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'List the labels of a run, with agreement, disagreements and corrected pass rate',
        params: RunParams,
        querystring: ReportQuery,
        response: { 200: LabelReport, default: problemResponse },
      },
    },
    (request) => {
      const run = { project: projectOf(request), runId: toRunId(request.params.run_id) };
      return reportLabels(reads, run, request.query);
    },
  );
}

interface LabelServices {
  /** Stores draws and labels. */
  readonly database: Database;
  /** For long reads. */
  readonly reads: SearchServices['database'];
  readonly searchGuard: SearchServices['searchGuard'];
}
