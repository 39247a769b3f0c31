import { expect, inject, test } from 'vitest';
import { fetchApiDocument } from '../support/api-document.ts';
import { newFullWorkspace } from '../support/full-workspace.ts';
import { randomRequests } from '../support/random-requests.ts';

/** Requests at random; `npm run test:long` sends the larger number. */
const STEPS = 300;
const STEPS_WHOLE = 20_000;

/** Who would be gone could send nothing more. */
const ENDS_ACCESS = ['leaveWorkspace', 'removeMember', 'revokeToken'];

test('however the API is used, each answer is one that the document describes', async () => {
  const { seed, whole } = inject('sampling');
  const { workspace, team, owner, ids } = await newFullWorkspace();
  const people = [
    owner,
    await workspace.person('member', [team]),
    await workspace.person('member', [team, await workspace.team()], { teamIds: [team.id] }),
  ];
  const requests = randomRequests(await fetchApiDocument(), ids, seed, ENDS_ACCESS);
  const steps = whole ? STEPS_WHOLE : STEPS;
  let succeeded = 0;
  for (let step = 0; step < steps; step++) {
    const { operationId, method, path, learnFrom, ...options } = requests.next();
    const sent = `${step}: ${operationId} ${method} ${path} ${JSON.stringify(options)}`;
    // The client throws where the document describes another answer.
    const answer = await people[step % people.length]!.client.request(method, path, options).catch(
      (error: unknown) => {
        throw new Error(sent, { cause: error });
      },
    );
    expect(answer.status, `${sent}\n${answer.text}`).toBeLessThan(500);
    if (answer.status < 300) succeeded++;
    learnFrom(answer);
  }
  // Most are refused, being random; were nearly all, operations would not meet.
  expect(succeeded).toBeGreaterThan(steps / 20);
});
