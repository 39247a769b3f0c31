import { newProposal } from '../proposals/proposal-api.ts';
import type { Sample, World, WriteSample } from './sample.ts';

/** A proposal of somebody else. */
async function proposal({ workspace, team }: World) {
  const author = await workspace.person('member', [team]);
  const client = await workspace.clientFor(author.id, { writes: 'proposed' });
  return { id: await newProposal(workspace, team, client), client };
}

const decided = async (world: World): Promise<Sample> => ({
  params: { proposalId: (await proposal(world)).id },
  fields: {},
});

export const proposalSamples: Record<string, WriteSample> = {
  acceptProposal: decided,
  rejectProposal: decided,
  withdrawProposal: async (world) => {
    const { id, client } = await proposal(world);
    return { params: { proposalId: id }, client };
  },
};
