using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>Which rows of a table are read: those whose texts in some columns are, or are not, one of some.</summary>
/// <param name="Column">The column.</param>
/// <param name="Equal">Whether the text must be one of them; else it must be none of them.</param>
/// <param name="Values">The texts.</param>
internal sealed record RowFilter(string Column, bool Equal, IReadOnlyList<string> Values)
{
    private readonly byte[][] _texts = [.. Values.Select(value => Encoding.UTF8.GetBytes(value))];

    /// <summary>Takes the option <c>where</c>: <c>sensor=U1|U2+state!=off</c>.</summary>
    /// <exception cref="ArgumentException">A condition has no column or no sign.</exception>
    public static IReadOnlyList<RowFilter> Take(InputOptions options) => options.TakeList("where", '+') is { } conditions ? [.. conditions.Select(Of)] : [];

    /// <summary>Whether a field meets the condition.</summary>
    public bool Meets(ReadOnlySpan<byte> field)
    {
        foreach (byte[] text in _texts)
        {
            if (field.SequenceEqual(text))
            {
                return Equal;
            }
        }

        return !Equal;
    }

    private static RowFilter Of(string condition)
    {
        int sign = condition.IndexOf('=', StringComparison.Ordinal);
        bool equal = sign > 0 && condition[sign - 1] != '!';
        string column = sign > 0 ? condition[..(equal ? sign : sign - 1)].Trim() : "";
        return column.Length > 0
            ? new(column, equal, condition[(sign + 1)..].Split('|'))
            : throw new ArgumentException($"Input option where: '{condition}' is neither COLUMN=TEXT|TEXT nor COLUMN!=TEXT.");
    }
}
