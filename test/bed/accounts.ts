/** The users that the bed itself needs -> the API server's token file, and a kubeconfig of each. */
import { randomBytes } from 'node:crypto';

export interface Account {
  readonly user: string;
  readonly groups: readonly string[];
  readonly token: string;
}

export interface Accounts {
  /** For seeding only. */
  readonly admin: Account;
  readonly controllerManager: Account;
  readonly scheduler: Account;
  readonly kwok: Account;
}

/** The API server's bootstrap roles know the controller manager and the scheduler by these user names. */
export function newAccounts(): Accounts {
  return {
    admin: newAccount('bed-admin', ['system:masters']),
    controllerManager: newAccount('system:kube-controller-manager', []),
    scheduler: newAccount('system:kube-scheduler', []),
    kwok: newAccount('bed-kwok', ['system:masters']),
  };
}

export function tokenFile(accounts: Accounts): string {
  return [accounts.admin, accounts.controllerManager, accounts.scheduler, accounts.kwok]
    .map(({ token, user, groups }) => `${token},${user},${user},"${groups.join(',')}"\n`)
    .join('');
}

export function kubeconfig(server: string, ca: string, account: Account): string {
  return `${JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'bed',
          cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
        },
      ],
      users: [{ name: account.user, user: { token: account.token } }],
      contexts: [{ name: account.user, context: { cluster: 'bed', user: account.user } }],
      'current-context': account.user,
    },
    undefined,
    2,
  )}\n`;
}

function newAccount(user: string, groups: readonly string[]): Account {
  return { user, groups, token: randomBytes(24).toString('hex') };
}
