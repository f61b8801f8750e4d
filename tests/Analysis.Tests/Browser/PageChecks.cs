namespace DbIngest.Analysis.Tests.Browser;

/// <summary>Expressions that a page is asked.</summary>
internal static class PageChecks
{
    /// <summary>How much wider than the window the page is, in pixels.</summary>
    public const string Overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

    /// <summary>Tables of which a part is out of sight, those apart that are folded away.</summary>
    public const string CutOff =
        "[...document.querySelectorAll('.scroll')].filter(s => !s.closest('details') && (s.scrollWidth > s.clientWidth + 1 || "
        + "s.scrollHeight > s.clientHeight + 1)).map(s => s.getAttribute('aria-label')).join(', ')";

    /// <summary>Heads of cells whose text ends under the next cell or beyond the edge of their row.</summary>
    public const string HiddenCells = """
        [...document.querySelectorAll('tbody tr')].flatMap(row => [...row.cells].filter(c => c.offsetParent)
          .filter((c, i, all) => {
            const own = c.getBoundingClientRect(), next = all[i + 1]?.getBoundingClientRect();
            return c.scrollWidth > c.clientWidth + 1 || own.right > row.getBoundingClientRect().right + 1
              || (next && next.top < own.bottom - 1 && next.left >= own.left && own.right > next.left + 1);
          })).map(c => c.dataset.head ?? 'the first').join(', ')
        """;

    /// <summary>Figures that a reader sees, each with a width and a height.</summary>
    public const string VisibleFigures =
        "[...document.querySelectorAll('figure')].filter(f => [...f.querySelectorAll('svg')].filter(s => { const r = "
        + "s.getBoundingClientRect(); return r.width > 200 && r.height > 60; }).length === 1).length";

    /// <summary>All figures.</summary>
    public const string Figures = "document.querySelectorAll('figure').length";

    /// <summary>Visible dots of raw trials.</summary>
    public const string VisibleRaw =
        "[...document.querySelectorAll('.raw')].filter(e => getComputedStyle(e).display !== 'none').length";

    /// <summary>Text of figures that reaches beyond its figure, or lies over other text of it.</summary>
    public const string Collisions = """
        (() => {
          const found = [];
          for (const svg of document.querySelectorAll('svg')) {
            const frame = svg.getBoundingClientRect();
            if (frame.width === 0) continue;
            const boxes = [...svg.querySelectorAll('text')].map(t => [t, t.getBoundingClientRect()]);
            for (const [t, b] of boxes) {
              if (b.left < frame.left - 2 || b.right > frame.right + 2 || b.top < frame.top - 2 || b.bottom > frame.bottom + 2)
                found.push('outside: ' + t.textContent);
            }
            for (let i = 0; i < boxes.length; i++) for (let j = 0; j < i; j++) {
              const a = boxes[i][1], b = boxes[j][1];
              if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)
                found.push('over each other: ' + boxes[i][0].textContent + ' | ' + boxes[j][0].textContent);
            }
          }
          return found.join('\n');
        })()
        """;

    /// <summary>Texts with a contrast under 4.5 (WCAG 2.1, 1.4.3), each with its contrast.</summary>
    public const string PoorContrast = """
        (() => {
          const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
          const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
          const behind = e => {
            const cell = e.closest('.cell');
            if (cell) return parse(getComputedStyle(cell.querySelector('rect')).fill);
            for (let p = e; p; p = p.parentElement) {
              const c = parse(getComputedStyle(p).backgroundColor);
              if (c[3] > 0) return c[3] === 1 ? c : over(c, parse(getComputedStyle(document.documentElement).backgroundColor));
            }
            return [255, 255, 255, 1];
          };
          const poor = [];
          let seen = 0;
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            const e = walk.currentNode.parentElement;
            if (!walk.currentNode.textContent.trim() || e.closest('script,style,desc,title')) continue;
            const box = e.getBoundingClientRect();
            if (box.width === 0 || box.height === 0) continue;
            seen++;
            const style = getComputedStyle(e);
            const front = parse(e.ownerSVGElement ? style.fill : style.color);
            const back = behind(e);
            const [a, b] = [luminance(over(front, back)), luminance(back)].sort((x, y) => y - x);
            const ratio = (a + 0.05) / (b + 0.05);
            if (ratio < 4.5) poor.push(ratio.toFixed(2) + ': ' + walk.currentNode.textContent.trim().slice(0, 40));
          }
          return seen < 50 ? 'only ' + seen + ' texts seen' : poor.slice(0, 20).join('\n');
        })()
        """;
}
