import { createToken } from './create-token.ts';
import { getTokenPolicy } from './get-token-policy.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken } from './revoke-token.ts';
import { updateTokenPolicy } from './update-token-policy.ts';

export const tokenOperations = [listTokens, createToken, revokeToken, getTokenPolicy, updateTokenPolicy];
