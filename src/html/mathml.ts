import { childElements, isElement, isText, nameOf } from './dom';

const FUNCTIONS = new Set('sin cos tan log ln exp lim max min sup inf det gcd'.split(' '));
/** Signs, each with its name in TeX behind it. */
const NAMES: ReadonlyMap<string, string> = new Map(
  (
    '∑sum ∏prod ∫int √sqrt ∞infty ≤le ≥ge ≠ne →to ×times ⋅cdot ·cdot ±pm ∂partial ∇nabla ∈in πpi αalpha βbeta γgamma δdelta εvarepsilon θtheta λlambda μmu σsigma ' +
    'φvarphi ωomega ΔDelta ΣSigma ΩOmega …dots'
  )
    .split(' ')
    .map((word) => [word.charAt(0), `\\${word.slice(1)} `]),
);

const signs = (text: string): string =>
  text
    .trim()
    .replace(/[\u2061-\u2064]/g, '')
    .replace(/[{}%&#_$]/g, '\\$&')
    .replace(/[^\0-\x7f]/g, (sign) =>
      sign === '−' ? '-' : sign === '\u00a0' ? ' ' : (NAMES.get(sign) ?? sign),
    );

/** One element of MathML as TeX; what it does not know, as what stands in it. */
export function texOf(node: Node): string {
  if (isText(node)) return node.data.trim() === '' ? '' : signs(node.data);
  if (!isElement(node)) return '';
  const parts = childElements(node).filter((child) => !/^annotation/.test(nameOf(child)));
  const part = (index: number): string => (parts[index] === undefined ? '' : texOf(parts[index]));
  const group = (index: number): string => {
    const tex = part(index).trim();
    return tex.length === 1 || /^\\[A-Za-z]+$/.test(tex) ? tex : `{${tex}}`;
  };
  switch (nameOf(node)) {
    case 'mfrac':
      return `\\frac{${part(0)}}{${part(1)}}`;
    case 'msqrt':
      return `\\sqrt{${parts.map(texOf).join('')}}`;
    case 'mroot':
      return `\\sqrt[${part(1)}]{${part(0)}}`;
    case 'msup':
    case 'mover':
      return `${group(0)}^${group(1)}`;
    case 'msub':
    case 'munder':
      return `${group(0)}_${group(1)}`;
    case 'msubsup':
    case 'munderover':
      return `${group(0)}_${group(1)}^${group(2)}`;
    case 'mtext':
    case 'ms':
      return `\\text{${(node.textContent ?? '').replace(/[\\{}$]/g, ' ')}}`;
    case 'mi': {
      const name = (node.textContent ?? '').trim();
      if (FUNCTIONS.has(name)) return `\\${name} `;
      return /^[A-Za-z]{2,}$/.test(name) ? `\\mathrm{${name}}` : signs(name);
    }
    case 'mspace':
      return '\\,';
    case 'mtable':
      return `\\begin{matrix}${parts.map(texOf).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return parts.map(texOf).join(' & ');
    case 'mfenced':
      return `(${parts.map(texOf).join(', ')})`;
    default:
      return parts.length === 0 ? signs(node.textContent ?? '') : parts.map(texOf).join('');
  }
}
