import { githubReport } from './github-report.ts';
import { gitlabReport } from './gitlab-report.ts';
import type { HookProvider } from './hook.ts';
import type { Report } from './report.ts';

/** What a delivery reports, by provider, from the name of its event and its payload; undefined for what is of no use. */
export const reportOf: Readonly<
  Record<HookProvider, (event: string, payload: unknown) => Report | undefined>
> = { github: githubReport, gitlab: gitlabReport };
