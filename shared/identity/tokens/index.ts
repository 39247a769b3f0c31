import { createToken } from './create-token.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken } from './revoke-token.ts';

export const tokenOperations = [listTokens, createToken, revokeToken];
