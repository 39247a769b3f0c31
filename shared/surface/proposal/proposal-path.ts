import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';

export const PROPOSAL_PATH = `${WORKSPACE_PATH}/proposals/{proposalId}`;
