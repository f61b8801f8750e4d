using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Holds the style sheet of every page, which <see cref="HtmlPage"/> embeds: reports, comparisons, histories, advices, published
/// results and the live page. It contains no input. The writers of pages and figures use its class names.
/// </summary>
internal static class PageStyle
{
    private const string Rules = """
        *{box-sizing:border-box}
        html{background:var(--surface);color:var(--fg);-webkit-text-size-adjust:100%}
        body{margin:0 auto;max-width:118rem;padding:2.5rem 1.5rem 4rem;font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
        h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 .35rem}
        h2{font-size:1.3rem;line-height:1.3;letter-spacing:-.01em;margin:3.25rem 0 .9rem}
        h3{font-size:1rem;line-height:1.4;margin:1.75rem 0 .5rem}
        p{margin:.5rem 0}
        a{color:var(--accent);text-underline-offset:.15em}
        .sub{color:var(--muted);margin:0}
        nav{margin:1rem 0 0;display:flex;flex-wrap:wrap;gap:.3rem 1.25rem;font-size:.925rem}
        .answer{margin:2rem 0 0;padding:1.1rem 1.4rem;background:var(--panel);border-left:4px solid var(--accent);border-radius:0 6px 6px 0;font-size:1.075rem}
        .answer p{margin:0}.answer .lead{font-size:1.2rem;font-weight:600;line-height:1.4;max-width:75rem}
        .glance{margin:1.5rem 0 0}.glance h3{margin:0 0 .4rem}
        .glance dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.6rem;margin:0}
        .glance div{padding:.6rem .8rem;border:1px solid var(--line);border-radius:6px;min-width:0}
        .glance dt{font-size:.8rem;color:var(--muted)}.glance dd{margin:0;font-size:1.15rem;font-weight:600;line-height:1.3}.glance dd.small{font-size:.78rem;font-weight:400;line-height:1.35}
        .rank h2{margin:1.75rem 0 .7rem}.rank td,.rank tbody th{vertical-align:middle}.rank tbody th,.rank td:not(:last-child){white-space:nowrap}.rank td:last-child{min-width:11rem}
        .rank .bar-cell{width:15%;min-width:8rem}.rank .fill{fill:var(--c);fill-opacity:.65}.rank .whisker{stroke:var(--fg);stroke-width:1.25;fill:none}
        .matrix td,.matrix tbody th{white-space:pre-line}
        .words ul{padding-left:1.1rem}.words li{margin:.35rem 0}
        .log{display:none}figure:has(.log-switch:checked) .log{display:block}figure:has(.log-switch:checked) .lin{display:none}
        .notice{margin:1.25rem 0 0;padding:.9rem 1.4rem;border:1.5px solid var(--note);border-radius:6px}
        .notice strong{color:var(--note)}
        .scroll{overflow:auto;border:1px solid var(--line);border-radius:6px;overscroll-behavior-x:contain}
        .scroll:focus-visible,summary:focus-visible,input:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
        table{border-collapse:separate;border-spacing:0;width:100%;font-size:.85rem;line-height:1.45;font-variant-numeric:tabular-nums;overflow-wrap:normal}
        th,td{padding:.42rem .65rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--grid);background:var(--surface)}
        tbody tr:last-child>*{border-bottom:0}
        thead th{color:var(--muted);font-weight:600;vertical-align:bottom;border-bottom:1px solid var(--line);background:var(--panel)}
        tbody th{font-weight:600}
        .n{text-align:right}td.n{white-space:nowrap}
        .figures td.n,.figures tbody th{white-space:nowrap}
        .figures td:not(.n):not(:last-child){min-width:4.5rem}
        .figures td:last-child:not(.n){color:var(--muted);min-width:10rem}
        .raw-runs .scroll{max-height:34rem}.raw-runs thead th{position:sticky;top:0;z-index:1}
        .rules tbody th{min-width:11rem}.rules td:nth-child(2){white-space:nowrap;font-weight:600}.rules td:nth-child(3){min-width:9rem}.rules td:last-child{min-width:14rem}
        .sides td{min-width:9rem;max-width:30rem;overflow-wrap:anywhere}.sides tbody th{min-width:8.5rem;font-weight:400;color:var(--muted)}
        .differs>*,tbody .differs th{background:var(--mark);color:var(--fg)}
        .kept td:nth-child(2){color:var(--good)}.noted td:nth-child(2){color:var(--note)}.broken td:nth-child(2){color:var(--bad)}.not_applicable>*{color:var(--muted)}
        .findings td{min-width:7rem}.findings td:nth-child(2){min-width:12rem}.findings td:last-child{white-space:nowrap;font-weight:600}.still_holds td:last-child{color:var(--good)}.no_longer td:last-child{color:var(--bad)}.not_measured>*{color:var(--muted)}
        .small{font-size:.875rem;color:var(--muted)}
        ul{margin:.6rem 0;padding-left:1.2rem}
        figure{margin:2.25rem 0 0}.answer+figure,.notice+figure{margin-top:2.75rem}
        figure h3{margin:0 0 .7rem;font-size:1.05rem}
        figcaption{font-size:.875rem;color:var(--muted);margin-top:.5rem}
        svg{display:block;width:100%;height:auto;overflow:visible}
        .narrow{display:none}
        .fig .raw{display:none}
        figure:has(.raw-switch:checked) .raw{display:inline}
        .toggle{display:inline-flex;margin:.75rem .6rem 0 0;align-items:center;gap:.55rem;padding:.35rem .8rem;border:1px solid var(--line);border-radius:6px;cursor:pointer;font-size:.925rem}
        .toggle input{width:1.05rem;height:1.05rem;margin:0;accent-color:var(--accent)}
        details{margin:1rem 0 0}
        summary{cursor:pointer;color:var(--accent);padding:.25rem 0}
        details>.scroll{margin-top:.6rem}
        pre{margin:.6rem 0;padding:.9rem 1.1rem;background:var(--panel);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
        footer{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.875rem;color:var(--muted)}
        .tip{position:fixed;z-index:9;left:0;top:0;max-width:min(22rem,calc(100vw - 16px));padding:.5rem .75rem;background:var(--fg);color:var(--surface);border-radius:6px;font-size:.8125rem;line-height:1.45;white-space:pre-line;pointer-events:none;font-variant-numeric:tabular-nums}
        .tip[hidden]{display:none}
        .filters{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:1.5rem 0 1rem;align-items:end}.filters[hidden],tr[hidden]{display:none!important}
        .filters label{display:grid;font-size:.8rem;color:var(--muted)}.filters select{font:inherit;font-size:.925rem;max-width:16rem;padding:.25rem .4rem;color:var(--fg);background:var(--surface);border:1px solid var(--line);border-radius:6px}
        .results thead button{all:unset;cursor:pointer}.results thead button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
        .results [aria-sort=descending] button::after{content:" ↓"}.results [aria-sort=ascending] button::after{content:" ↑"}
        .results td[data-head=verdict]{min-width:15rem}.is-broken td[data-head=verdict]{color:var(--note)}.is-invalid td[data-head=verdict],.is-missing td[data-head=verdict]{color:var(--bad)}
        figure{max-width:76rem}.small,header p,.words{max-width:75rem}
        @media screen and (min-width:1600px){
        .figs{display:grid;grid-template-columns:1fr 1fr;gap:0 2.5rem;align-items:start}.first{display:grid;grid-template-columns:3fr 2fr;gap:0 2.5rem;align-items:start}.first .figs{grid-template-columns:1fr}
        .first .words{margin-top:2.75rem}
        }
        @media screen and (max-width:800px){
        .scroll{overflow:visible;border:0}.raw-runs .scroll{overflow:auto;border:1px solid var(--line)}
        table,tbody{display:block}thead{display:none}
        tbody tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.5rem,1fr));margin:0 0 .7rem;border:1px solid var(--line);border-radius:6px;overflow:hidden}
        tbody th{grid-column:1/-1;background:var(--panel)}
        .figures tbody th{white-space:normal}
        th,td{padding:.35rem .7rem;border-bottom:0}
        td,.n{text-align:left;min-width:0;white-space:normal;overflow-wrap:anywhere}
        td.n,.figures td.n{white-space:normal}td:empty{display:none}
        td::before{content:attr(data-head);display:block;font-size:.75rem;font-weight:400;color:var(--muted)}
        .figures td:not(.n),.rules td,.findings td,.sides td{min-width:0}
        .rules td:nth-child(n+3),.findings td:nth-child(2),.figures td:last-child:not(.n){grid-column:1/-1;min-width:0}
        .sides tbody tr{grid-template-columns:repeat(auto-fill,minmax(9rem,1fr))}
        .sides tbody th{min-width:0}.rank td,.rank tbody th,.matrix td{white-space:normal!important}.rank .bar-cell{width:auto;grid-column:1/-1}
        }
        @media (max-width:640px){
        body{padding:1.5rem 1rem 3rem}h1{font-size:1.55rem}h2{margin-top:2.5rem}
        .wide{display:none}.narrow{display:block}
        .answer{padding:.9rem 1rem;font-size:1rem}.answer .lead{font-size:1.08rem}.notice{padding:.8rem 1rem}
        .glance dl{grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.4rem}
        }
        @media print{
        @page{margin:12mm}
        body{max-width:none;padding:0;font-size:10pt}.toggle,nav,details:not([open]){display:none}
        .scroll,.raw-runs .scroll{overflow:visible;max-height:none;border:0}thead{display:table-header-group}.raw-runs thead th{position:static}
        table{font-size:7.5pt}th,td{padding:2pt 4pt}
        .figures td,.figures th,.rules td,.rules th,.sides td,.sides th,.findings td{min-width:0!important;white-space:normal}.figures td.n{white-space:nowrap}.figures th,.figures td{padding:2pt 3pt;font-size:7pt}.figures thead th{overflow-wrap:break-word}
        .wide{display:none}.narrow{display:block}.first .wide{display:block}.first .narrow{display:none}
        .figs{display:grid;grid-template-columns:1fr 1fr;gap:0 5mm;align-items:start}.first .figs{display:block}figure{margin-top:5mm}h2{margin-top:7mm}.figs figcaption{font-size:7.5pt}
        .rank .bar-cell{width:26mm;min-width:0}.rank td,.rank tbody th{white-space:normal!important}
        figure,tr,.glance div{break-inside:avoid}h2,h3{break-after:avoid}
        .glance dl{grid-template-columns:repeat(4,1fr)}.glance dd{font-size:11pt}
        }
        """;

    /// <summary>The whole style sheet, in one line.</summary>
    public static readonly string Text = Theme.Variables(":root") + Theme.FigureRules
        + Rules.Replace("\n", string.Empty, StringComparison.Ordinal);
}
