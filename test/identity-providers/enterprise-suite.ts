import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { identityProviderOperations } from '../../shared/identity/identity-providers/index.ts';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import * as requests from '../../shared/kernel/net/public-request.ts';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { mcpRoutes } from '../../shared/surface/mcp/index.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { oauthApi, type RegisteredClient } from '../support/oauth.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newCompany, type Company } from './company.ts';
import { listedWorkspaces, restApi } from './service-api.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

type Operation = Parameters<typeof operationRoute>[0];

/**
 * A service for the suite, and for each test a workspace with an admin, a company with an identity provider, and a member
 * with an address of the company.
 */
export class EnterpriseSuite {
  service!: ClockedService;
  workspace!: TestWorkspace;
  admin!: Person;
  company!: Company;
  member!: { id: string; userId: string; email: string };
  client!: RegisteredClient;
  readonly companies = new Map<string, Company>();
  /** The TXT records of the outside world. */
  readonly records = new Map<string, string[]>();

  constructor(operations: readonly Operation[] = []) {
    beforeAll(() => this.#start([...identityProviderOperations, ...operations]));
    afterAll(() => this.service.stop());
    beforeEach(async () => {
      this.workspace = await newWorkspace();
      this.admin = await this.workspace.person('admin');
      this.company = await newCompany(() => this.service.now);
      this.companies.set(new URL(this.company.issuer).hostname, this.company);
      this.member = await this.newMember(`someone@${this.company.domain}`);
    });
  }

  async #start(operations: readonly Operation[]): Promise<void> {
    this.service = await startClockedService(
      [...oauthRoutes, ...mcpRoutes, ...operations.map(operationRoute)],
      { resolveTxt: (name) => Promise.resolve(this.records.get(name) ?? []) },
    );
    vi.spyOn(requests, 'publicRequest').mockImplementation((request) =>
      this.companies.get(request.url.hostname)!.answer(request),
    );
    this.client = await oauthApi(this.service.baseUrl).client();
  }

  async newMember(email: string, place = this.workspace) {
    const added = { workspaceId: place.id, name: 'Someone', email, role: 'member' } as const;
    const { id } = await place.operator.addMember(added);
    const { userId } = await place.operator.personOf({ workspaceId: place.id, id });
    return { id, userId, email };
  }

  /** The operations on identity providers, as a person calls them. */
  providers(person: Person = this.admin, place = this.workspace) {
    const own = restApi(this.service.baseUrl, person.token);
    const at = (id: string) => `${place.path}/identity-providers/${id}`;
    return {
      put: (id = 'main', changes: object = {}) =>
        own.put(at(id), {
          issuer: this.company.issuer,
          audience: this.service.baseUrl,
          emailDomains: [this.company.domain],
          ...changes,
        }),
      verify: (id = 'main') => own.post(`${at(id)}/verify`),
      get: (id = 'main') => own.get(at(id)),
      list: () => own.get(`${place.path}/identity-providers`),
      delete: (id = 'main') => own.delete(at(id)),
    };
  }

  /** Has the workspace trust the company, by DNS. */
  async trust(api = this.providers(), changes: object = {}) {
    const { status, json, text } = await api.put('main', changes);
    expect(status, text).toBe(200);
    for (const { name, value } of json.data.verification) this.records.set(name, [value, 'v=spf1 -all']);
    const verified = await api.verify();
    expect(verified.status, verified.text).toBe(200);
    return verified.json.data;
  }

  workspacesOf(accessToken: string) {
    return listedWorkspaces(this.service.baseUrl, accessToken);
  }

  claims(changes: object = {}) {
    return {
      aud: this.service.baseUrl,
      client_id: this.client.id,
      email: this.member.email,
      email_verified: true,
      ...changes,
    };
  }

  exchange(assertion: string, more: Record<string, string> = {}) {
    const form = { grant_type: GRANT, client_id: this.client.id, assertion };
    return oauthApi(this.service.baseUrl).token({ ...form, ...more });
  }

  async token(changes: object = {}, more: Record<string, string> = {}) {
    return await this.exchange(await this.company.sign(this.claims(changes)), more);
  }
}
