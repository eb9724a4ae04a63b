import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { indexPage } from './index-page.ts';
import { toReport, type ReportData } from './report-data.ts';
import { scenarioPage } from './scenario-page.ts';

/** Writes pages that open without a server: `index.html`, and one page for each scenario. */
export async function writeHtmlReport(folder: string, data: ReportData): Promise<void> {
  const report = toReport(data);
  await mkdir(folder, { recursive: true });
  for (const scenario of report.scenarios)
    await writePage(join(folder, scenario.file), scenarioPage(report, scenario));
  await writePage(join(folder, 'index.html'), indexPage(report)); // written last: it marks the report as complete
}

/** Removes an existing file first: a symbolic link from a checkout would redirect the write to another file. */
async function writePage(file: string, html: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, html, { flag: 'wx' });
}
