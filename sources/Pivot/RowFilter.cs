using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>
/// A condition of the input option <c>where=</c> on the text of one column. Formats with rows take it with their options. Readers
/// skip rows that do not meet it, and report how many. Immutable.
/// </summary>
/// <param name="Equal">True when the text must be one of the values, false when it must be none of them.</param>
internal sealed record RowFilter(string Column, bool Equal, IReadOnlyList<string> Values)
{
    private readonly byte[][] _texts = [.. Values.Select(value => Encoding.UTF8.GetBytes(value))];

    /// <summary>Takes the option <c>where</c>: <c>sensor=U1|U2+state!=off</c>.</summary>
    /// <exception cref="ArgumentException">A condition has no column or no sign.</exception>
    public static IReadOnlyList<RowFilter> Take(InputOptions options) => options.TakeList("where", '+') is { } conditions
        ? [.. conditions.Select(Of)] : [];

    /// <summary>True when a field meets the condition.</summary>
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
