import {
  isInLocalNetwork,
  isPrivateAddress,
  isPrivateHost,
} from '../../../src/notes/attachments/private-host';

describe('hosts of this machine and its network', () => {
  it.each([
    ...[
      'localhost',
      'router',
      'LOCALHOST.',
      'nas.local',
      'a.localhost',
      'x.internal',
      'printer.lan',
      'fritz.home.arpa',
      'nas.localdomain',
      'wiki.private',
    ],
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.255',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '192.0.0.8',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.7',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '[::]',
      '[::1]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[ff02::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:c0a8:1]',
      '[64:ff9b::a00:1]',
      '[2002:7f00:1::]',
      '[2001:db8::1]',
      '[2001::1]',
      '[::127.0.0.1]',
      '[nonsense]',
      '[1:2:3:4:5:6:7:8:9]',
    ],
  ])('should be told by their names and addresses: %s', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });

  it.each([
    'readwise.io',
    'images.example.org',
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '172.15.0.1',
    '192.169.0.1',
    '198.20.0.1',
    '[2606:4700::1111]',
    '[2a00:1450:4001::200e]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::808:808]',
  ])('should not be mistaken for one: %s', (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });

  it('should be told by an address alone, as a look-up gives it', () => {
    expect(['::1', 'fe80::1%eth0', '127.0.0.1', '2606:4700::1111', '8.8.8.8'].map(isPrivateAddress)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    'http://192.168.1.1/reboot',
    'http://127.0.0.1:8080/x.png',
    'HTTP://Router.local/x.png',
    'https://user:word@router/x.png',
    'https://a.org@192.168.1.1/x.png',
    'http://router\\@b.org',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://router。local?x',
    'http://ro\u00aduter.lo\u200dcal#x',
    'http://[::1]:80/',
    'http:192.168.1.1/',
  ])('should be told by a web address: %s', (address) => {
    expect(isInLocalNetwork(address)).toBe(true);
  });

  it.each([
    'https://8.8.8.8/x',
    'https://127.0.0.1.example.org/',
    'https://a.org/@127.0.0.1',
    'https://münchen.de',
    'x.png',
    '',
  ])('should not be mistaken for a web address of one: %s', (address) => {
    expect(isInLocalNetwork(address)).toBe(false);
  });
});
