import { randomUUID } from 'node:crypto';
import type { Story } from '../../shared/planning/story/story.ts';
import { description, PAGE, title, type Fixture } from './fixture.ts';

export const operationNames = ['get', 'list', 'update', 'create'] as const;
export type OperationName = (typeof operationNames)[number];

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What one connection sends, and what it learns from the answer. */
export interface Conversation {
  status: number;
  /** Of answers after which the same request is sent again, whose time counts as one. */
  busy?: number;
  /** Whether the server may close a connection between answers, after which the request is sent on another one. */
  reconnects?: boolean;
  next: () => HttpRequest;
  /** Given the body of each answer, where the next request needs something from it. */
  learn?: (body: string) => void;
}

/** The conversations of each operation, one per connection; they go on where the last run left them. */
export function conversations(fixture: Fixture): Record<OperationName, (connection: number) => Conversation> {
  const { token, workspaceId, createTeamId, listTeamId, listed } = fixture;
  const path = `/api/v1/workspaces/${workspaceId}/stories`;
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const versions = fixture.updatedByService.map((story) => ({ ...story }));
  let sent = 0;
  return {
    get: () => ({
      status: 200,
      next: () => ({
        method: 'GET',
        path: `${path}/${listed[sent++ % listed.length]!.id}`,
        headers,
        body: '',
      }),
    }),
    list: () => ({
      status: 200,
      next: () => ({ method: 'GET', path: `${path}?teamId=${listTeamId}&limit=${PAGE}`, headers, body: '' }),
    }),
    update: (connection) => {
      const story = versions[connection]!;
      return {
        status: 200,
        next: () => ({
          method: 'PATCH',
          path: `${path}/${story.id}`,
          headers: json,
          body: JSON.stringify({ expectedUpdatedAt: story.updatedAt, title: title(sent++) }),
        }),
        learn: (body) => {
          const { data, error } = JSON.parse(body) as { data?: Story; error?: { currentUpdatedAt: string } };
          story.updatedAt = data?.updatedAt ?? error!.currentUpdatedAt;
        },
      };
    },
    create: () => ({
      status: 201,
      next: () => ({
        method: 'POST',
        path,
        headers: { ...json, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ teamId: createTeamId, title: title(sent++), description }),
      }),
    }),
  };
}

/** Calls of the tool of MCP that AI clients call most, with the token of a person's consent. */
export const toolCall =
  ({ listTeamId }: Fixture, mcpToken: string) =>
  (): Conversation => ({
    status: 200,
    next: () => ({
      method: 'POST',
      path: '/mcp',
      headers: { authorization: `Bearer ${mcpToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_stories', arguments: { teamId: listTeamId } },
      }),
    }),
  });

/**
 * Searches of a whole workspace for words that many of its stories have, each with a page of results. A sandbox that
 * has answered one has its read models open.
 */
export const searchFor =
  ({ token, workspaceId }: Fixture) =>
  (): Conversation => ({
    status: 200,
    next: () => ({
      method: 'GET',
      path: `/api/v1/workspaces/${workspaceId}/search?q=small+pictures+page`,
      headers: { authorization: `Bearer ${token}` },
      body: '',
    }),
  });
