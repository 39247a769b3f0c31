/** Why a host is refused until its DNS records change. */
type RefusalReason = 'unresolvable' | 'ipv6_only' | 'not_public';

const refusals: Record<RefusalReason, { sentence: (host: string) => string; problem: string }> = {
  unresolvable: {
    sentence: (host) => `The name ${host} has no address.`,
    problem: 'must name a host that public name servers can resolve',
  },
  ipv6_only: {
    sentence: (host) => `The name ${host} has IPv6 addresses only; connections are made over IPv4.`,
    problem: 'must name a host with an IPv4 address; this one has IPv6 addresses only',
  },
  not_public: {
    sentence: (host) => `The name ${host} has an address that is not public.`,
    problem: 'must name a host that has only public addresses',
  },
};

/** The host must not be connected to: permanent, as far as can be determined. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  readonly reason: RefusalReason;
  /** Completes a sentence about the field that contains the URL; the message is a complete sentence. */
  readonly problem: string;

  constructor(host: string, reason: RefusalReason) {
    super(refusals[reason].sentence(host));
    this.reason = reason;
    this.problem = refusals[reason].problem;
  }
}

/** The name servers did not answer; a retry may succeed. */
export class LookupFailed extends Error {
  override name = 'LookupFailed';
  /** Completes a sentence about the field that contains the URL; the message is a complete sentence. */
  readonly problem = 'names a host that could not be resolved; try again shortly';

  constructor(host: string, options?: ErrorOptions) {
    super(`The name ${host} could not be resolved.`, options);
  }
}
