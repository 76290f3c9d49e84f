/** The settings of OpenID providers. */

/**
 * A client that is registered with Google, or with any OpenID provider that has a discovery
 * document.
 */
export interface OpenIdProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly discoveryUrl: string;
}

/** A hospital's own OpenID provider, through which its staff sign in. */
export interface HospitalProvider extends OpenIdProvider {
  readonly hospitalId: string;
  /** The label of the button for signing in through the provider. */
  readonly name: string;
  /**
   * The email domains of the provider in lower case. The provider may confirm only addresses of
   * these domains.
   */
  readonly emailDomains: readonly string[];
}
