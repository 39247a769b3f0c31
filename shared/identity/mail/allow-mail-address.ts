import * as z from 'zod';
import { ApiError } from '../../kernel/core/errors.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { parseAddress } from './mail.ts';
import { allowAddress, getStopReason } from './stopped-address-store.ts';

export const allowMailAddress = operatorOperation({
  id: 'allowMailAddress',
  summary: 'Send mail to an address again that bounced or whose owner complained',
  inWorkspace: false,
  body: () => z.strictObject({ address: z.string() }),
  output: () => z.object({ address: z.string(), stoppedBy: z.enum(['bounce', 'complaint']).nullable() }),
  handle: async ({ body, read, commit }) => {
    const address = parseAddress(body.address);
    if (!address) throw new ApiError('invalid_request', `${body.address} is not an email address.`, {});
    const stoppedBy = (await getStopReason(read, address)) ?? null;
    await commit([allowAddress(address)], address);
    return { address, stoppedBy };
  },
});
