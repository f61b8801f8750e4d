using System.Text;

namespace DbIngest.Bench.SideBySide;

/// <summary>Builds a table in Markdown. The first column is text. The others are numbers, aligned to the right.</summary>
internal sealed class MarkdownTable(string title, params string[] columns)
{
    private readonly List<string[]> _rows = [];

    public void Add(params string[] cells) => _rows.Add(cells);

    public override string ToString()
    {
        var text = new StringBuilder().Append("### ").AppendLine(title).AppendLine();
        Append(text, columns);
        Append(text, [.. columns.Select((_, i) => i == 0 ? "---" : "---:")]);
        foreach (string[] row in _rows)
        {
            Append(text, row);
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, string[] cells) => text.Append("| ").AppendJoin(" | ", cells).AppendLine(" |");
}
