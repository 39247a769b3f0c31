import { newsKinds } from '../../shared/identity/mail/news-kind.ts';
import { confirmIdentityProvider } from '../../shared/identity/identity-providers/confirm-identity-provider.ts';
import { newKey } from '../support/workspace.ts';
import { receiverUrl } from '../webhooks/webhook-api.ts';
import { actionSample, updateSample, type World, type WriteSample } from './sample.ts';

const code = () => `F${newKey().slice(0, 7).toUpperCase()}`;
const newTeam = () => {
  const own = code();
  return { name: `Team ${own}`, code: own };
};
/** A team that the admin is in. */
const team = ({ make }: World) => make('teams', newTeam());
const member = ({ make }: World) => make('members', { name: 'Someone', email: `${newKey()}@example.com` });
/** A member in a team that the admin is in. */
const teammate = async (world: World) => {
  const { workspace } = world;
  const { id: teamId } = await team(world);
  const { id } = await workspace.person('member');
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId, principalId: id });
  return { id, params: { teamId } };
};
/** A week of working hours, other than the default. */
const week = (start: string) => ({ monday: [{ start, end: '16:00' }] });
const hours = async (world: World) => {
  const { id } = await member(world);
  const path = `${world.workspace.path}/members/${id}/working-hours`;
  const body = { timeZone: 'UTC', weekly: {} };
  const { json } = await world.admin.client.request('PUT', path, { body });
  return { id, updatedAt: json.data.updatedAt as string };
};
const timeOff = async (world: World) => {
  const { id: memberId } = await member(world);
  const days = { startDate: '2026-12-24', endDate: '2026-12-31' };
  return { ...(await world.make(`members/${memberId}/time-off`, days)), params: { memberId } };
};
const taken = { startDate: '2026-12-01T09:00:00.000Z', endDate: '2026-12-01T10:00:00.000Z' };
const busyTime = async (world: World) => {
  const { id: memberId } = await member(world);
  return { ...(await world.make(`members/${memberId}/busy`, taken)), params: { memberId } };
};
const busyFeed = async (world: World) => {
  const { id: memberId } = await member(world);
  const made = await world.make(`members/${memberId}/busy-feeds`, { url: receiverUrl });
  return { ...made, params: { memberId } };
};
/** The token policy that the next sample sets: the other one each time, beginning with what a new workspace has not. */
const nextPolicy = new WeakMap<World, string>();
const calendarFeed = ({ make }: World) => make('calendar-feeds', { kind: 'my_stories' });
const token = ({ make }: World) => make('tokens', { name: newKey(), scopes: ['stories:read'] });
const account = ({ make }: World) => make('service-accounts', { name: 'A program' });
const key = async (world: World) => {
  const { id: serviceAccountId } = await account(world);
  const body = { name: newKey(), scopes: ['stories:read'] };
  const made = await world.make(`service-accounts/${serviceAccountId}/keys`, body);
  return { ...made, params: { serviceAccountId } };
};

const keySet = { jwksUri: 'https://agents.example.com/keys.json' };
const providerFields = () => ({
  issuer: 'https://login.example.com',
  audience: 'https://plotline.example.com',
  emailDomains: ['example.com'],
});
const provider = async ({ workspace, admin }: World) => {
  const id = newKey();
  const path = `${workspace.path}/identity-providers/${id}`;
  const { status, text } = await admin.client.request('PUT', path, { body: providerFields() });
  if (status !== 200) throw new Error(`putIdentityProvider answered ${status}: ${text}`);
  return { id };
};
const verifiedProvider = async (world: World) => {
  const { id } = await provider(world);
  const body = { identityProviderId: id };
  await world.workspace.operator.within(world.workspace.id).run(confirmIdentityProvider, { body });
  return { id };
};

let chosen = 0;

export const workspaceSamples: Record<string, WriteSample> = {
  addMember: async () => ({ fields: { name: 'Someone', email: `${newKey()}@example.com` } }),
  updateMember: updateSample('memberId', member, 'name'),
  removeMember: actionSample('memberId', member),
  leaveWorkspace: async ({ workspace }) => ({
    client: (await workspace.person('member')).client,
    endsCaller: true,
  }),
  updateWorkingHours: async (world) => {
    const { id, updatedAt } = await hours(world);
    const [monday, early] = [week('09:30'), week('08:00')];
    const all = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
    return {
      params: { memberId: id },
      fields: { timeZone: 'Asia/Kolkata', weekly: { ...monday, ...all } },
      others: { timeZone: 'Europe/Berlin', weekly: { ...early, ...all } },
      version: updatedAt,
    };
  },
  createTimeOff: async (world) => ({
    params: { memberId: (await member(world)).id },
    fields: { startDate: '2026-12-24', endDate: '2026-12-31', name: newKey() },
  }),
  deleteTimeOff: actionSample('timeOffId', timeOff),
  createBusyTime: async (world) => ({
    params: { memberId: (await member(world)).id },
    fields: { ...taken, name: newKey() },
  }),
  deleteBusyTime: actionSample('busyTimeId', busyTime),
  createBusyFeed: async (world) => ({
    params: { memberId: (await member(world)).id },
    fields: { url: `${receiverUrl}/${newKey()}` },
  }),
  deleteBusyFeed: actionSample('busyFeedId', busyFeed),
  createCalendarFeed: async () => ({ fields: { kind: 'my_schedule' } }),
  deleteCalendarFeed: actionSample('calendarFeedId', calendarFeed),
  // Each is another request.
  updateNotificationPreferences: async () => ({
    fields: { kinds: { [newsKinds[chosen++ % newsKinds.length]!]: { mail: 'daily' } } },
  }),
  createTeam: async () => ({ fields: newTeam() }),
  updateTeam: updateSample('teamId', team, 'name'),
  deleteTeam: actionSample('teamId', team),
  joinTeam: async ({ workspace }) => ({ params: { teamId: (await workspace.team()).id } }),
  leaveTeam: actionSample('teamId', team),
  addTeamMember: async (world) => ({
    params: { teamId: (await team(world)).id },
    fields: { memberId: (await member(world)).id },
  }),
  removeTeamMember: actionSample('memberId', teammate),
  createToken: async () => ({ fields: { name: newKey(), scopes: ['stories:read'] } }),
  revokeToken: actionSample('tokenId', token),
  updateTokenPolicy: async (world) => {
    const memberTokens = nextPolicy.get(world) ?? 'forbidden';
    const other = memberTokens === 'allowed' ? 'forbidden' : 'allowed';
    nextPolicy.set(world, other);
    return { fields: { memberTokens }, others: { memberTokens: other } };
  },
  createServiceAccount: async () => ({ fields: { name: newKey() } }),
  updateServiceAccount: updateSample('serviceAccountId', account, 'name'),
  deleteServiceAccount: actionSample('serviceAccountId', account),
  addServiceAccountTeam: async (world) => ({
    params: { serviceAccountId: (await account(world)).id },
    fields: { teamId: world.team.id },
  }),
  removeServiceAccountTeam: actionSample('serviceAccountId', async ({ make, team: { id } }) => ({
    ...(await make('service-accounts', { name: 'A program', teamIds: [id] })),
    params: { teamId: id },
  })),
  registerServiceAccountClient: async (world) => ({
    params: { serviceAccountId: (await account(world)).id },
    fields: keySet,
  }),
  putIdentityProvider: async () => ({ params: { identityProviderId: newKey() }, fields: providerFields() }),
  verifyIdentityProvider: actionSample('identityProviderId', verifiedProvider),
  deleteIdentityProvider: actionSample('identityProviderId', provider),
  createServiceAccountKey: async (world) => ({
    params: { serviceAccountId: (await account(world)).id },
    fields: { name: newKey(), scopes: ['stories:read'] },
  }),
  revokeServiceAccountKey: actionSample('keyId', key),
};
