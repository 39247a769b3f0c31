import { expect, test } from 'vitest';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { inboundDomainOrThrow } from '../../shared/planning/triage-mail/triage-address-access.ts';
import { parseTriageAddress, toTriageAddress } from '../../shared/planning/triage-mail/triage-address.ts';

const stored = {
  workspaceId: '01900000-0000-7000-8000-000000000001',
  teamId: '01900000-0000-7000-8000-000000000002',
  createdBy: '01900000-0000-7000-8000-000000000003',
  createdAt: '2026-11-26T09:00:00.000Z',
  token: '0123456789abcdef0123456789abcd',
};

test('an address names its team and token, in a local part that mail allows', () => {
  const { address } = toTriageAddress(stored, 'triage.example.com');
  const [local] = address.split('@');
  expect(local!.length).toBeLessThanOrEqual(64);
  const { teamId, token } = stored;
  expect(parseTriageAddress(address)).toEqual({ teamId, token });
  expect(parseTriageAddress(address.toUpperCase())).toEqual({ teamId, token });
  for (const other of ['', '@', 'info@triage.example.com', `x${address}`])
    expect(parseTriageAddress(other)).toBeUndefined();
});

test('an environment that receives no mail says what its operator must set', () => {
  const call = () => inboundDomainOrThrow({ setting: () => undefined });
  expect(call).toThrow(ApiError);
  expect(call).toThrow(
    expect.objectContaining({ code: 'conflict', hint: expect.stringMatching(/inboundMailDomain/) }),
  );
});
