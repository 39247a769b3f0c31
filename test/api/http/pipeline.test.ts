import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operationRoute } from '../../../shared/kernel/api/http/operation-route.ts';
import { publicReadRoutes } from '../../../shared/kernel/api/http/public-read.ts';
import { sendMCPMessage } from '../../../shared/surface/mcp/send-mcp-message.ts';
import { oauthRoutes } from '../../../shared/pages/accounts/index.ts';
import { getPublicFeedbackPortal } from '../../../shared/pages/public-portals/get-public-feedback-portal.ts';
import { updateStory } from '../../../shared/planning/stories/update-story.ts';
import { startClockedService, type ClockedService } from '../../support/clocked-service.ts';

/** Every door of the service, with secrets that never come and little time left. */
let service: ClockedService;
const never = () => new Promise<never>(() => undefined);

beforeAll(async () => {
  const routes = [
    operationRoute(updateStory),
    ...publicReadRoutes(getPublicFeedbackPortal),
    ...oauthRoutes,
    sendMCPMessage,
  ];
  service = await startClockedService(
    routes,
    { secret: never, keys: never },
    { getRemainingTimeInMillis: () => 300 },
  );
});
beforeEach(() => void (service.logs.length = 0));
afterAll(() => service.stop());

const id = '01990000-0000-7000-8000-000000000000';
const authorization = 'Bearer one.two.three';
const json = { authorization, 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const envelope = /^\{"data":null,"error":\{"code":"service_unavailable"/;

type Door = [string, string, string, RequestInit, RegExp];
const doors: Door[] = [
  [
    'an operation',
    'updateStory',
    `/api/v1/workspaces/${id}/stories/${id}`,
    { method: 'PATCH', headers: json, body: '{}' },
    envelope,
  ],
  ['a public read', 'getPublicFeedbackPortal', '/portals/any/feedback?cursor=x', {}, envelope],
  [
    'a portal in a browser',
    'getPublicFeedbackPortal',
    '/portals/any/feedback?cursor=x',
    { headers: { accept: 'text/html' } },
    /^<!doctype html>.*Temporarily unavailable/is,
  ],
  ['a page', 'showSignIn', '/sign-in', {}, /^<!doctype html>.*Temporarily unavailable/is],
  [
    'OAuth',
    'revokeOAuthToken',
    '/oauth/revoke',
    { method: 'POST', headers: form, body: 'token=one.two.three&client_id=any' },
    /^\{"error":"temporarily_unavailable"/,
  ],
  ['MCP', 'sendMCPMessage', '/mcp', { method: 'POST', headers: json, body: '{}' }, envelope],
];

test.each(doors)(
  '%s that takes too long is answered in its own form before Lambda ends it, and leaves one line',
  async (_, operation, path, init, expected) => {
    const response = await fetch(`${service.baseUrl}${path}`, init);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
    expect(await response.text()).toMatch(expected);
    const requestId = response.headers.get('x-request-id');
    const lines = service.logs.map((line) => JSON.parse(line) as { message: string });
    expect(lines.filter(({ message }) => message === 'request')).toMatchObject([
      { operation, status: 503, requestId },
    ]);
  },
);

test.each(doors.filter(([, , , { method }]) => method !== undefined))(
  '%s refuses a body that is too large in its own form',
  async (_, operation, path, init) => {
    const response = await fetch(`${service.baseUrl}${path}`, { ...init, body: 'x'.repeat(512 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(service.logs.map((line) => JSON.parse(line))).toMatchObject([{ operation, status: 413 }]);
  },
);
