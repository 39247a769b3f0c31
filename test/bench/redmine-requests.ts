import { description, PAGE, title } from './fixture.ts';
import type { Conversation, OperationName } from './requests.ts';

export interface RedmineFixture {
  apiKey: string;
  projectId: number;
  issueIds: number[];
}

/**
 * Of two transactions that begin at once, SQLite ends one, and Redmine does not try again; reads write when a key was last
 * used. Puma closes connections that were idle.
 */
const patient = { busy: 500, reconnects: true };

/** What connections ask of Redmine's REST API, as `conversations` does of ours. */
export function redmineConversations({
  apiKey,
  projectId,
  issueIds,
}: RedmineFixture): Record<Exclude<OperationName, 'update'>, () => Conversation> {
  const headers = { 'x-redmine-api-key': apiKey };
  const json = { ...headers, 'content-type': 'application/json' };
  let sent = 0;
  const reads = (path: () => string) => () => ({
    status: 200,
    ...patient,
    next: () => ({ method: 'GET', path: path(), headers, body: '' }),
  });
  return {
    get: reads(() => `/issues/${issueIds[sent++ % issueIds.length]!}.json`),
    list: reads(() => `/issues.json?project_id=${projectId}&limit=${PAGE}`),
    create: () => ({
      status: 201,
      ...patient,
      next: () => {
        const issue = { project_id: projectId, subject: title(sent++), description };
        return { method: 'POST', path: '/issues.json', headers: json, body: JSON.stringify({ issue }) };
      },
    }),
  };
}
