using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads <c>--price</c>: prices, or a file with one entry on each line. <c>run</c>, <c>report</c> and <c>compare</c> call it
/// before they read or measure anything. It reports problems to the reader and never throws.
/// </summary>
internal static class PriceReader
{
    /// <summary>The name of the option.</summary>
    public const string Option = "--price";

    /// <summary>The help of the option, without what each verb does with it.</summary>
    public const string Help = "What the machines of the database cost: 0.12/h for each, or db1=0.3/h by the name of a database, "
        + "node or host; 0.08/GB-month for storage; 50k/s for the cost of a month at that rate; a currency may follow "
        + "(0.12EUR/h). Entries are separated by commas, or stand on the lines of a file.";

    private const char Comment = '#';
    private const long LargestBytes = 64 * 1024;

    /// <summary>Reads the option.</summary>
    /// <param name="text">
    /// Prices, or the path of a file of at most 64 KiB, in which <c>#</c> begins a comment. Null without the option.
    /// </param>
    /// <param name="reader">Receives problems.</param>
    /// <returns>The prices. Null without the option, or if it was refused.</returns>
    public static Prices? Read(string? text, OptionReader reader)
    {
        if (text is null)
        {
            return null;
        }

        string written = text;
        try
        {
            if (File.Exists(text))
            {
                if (new FileInfo(text).Length > LargestBytes)
                {
                    reader.Refuse(Option, $"{text} is larger than {LargestBytes / 1024} KiB; name a file of prices alone");
                    return null;
                }

                string[] lines = [.. File.ReadAllLines(text).Select(line => line.Split(Comment)[0].Trim())];
                written = string.Join(',', lines.Where(line => line.Length > 0));
                int wrong = Array.FindIndex(lines, line => line.Length > 0 && !line.Split(',').All(Prices.IsEntry));
                if (wrong >= 0)
                {
                    reader.Refuse(Option, $"line {wrong + 1} of {text} is not an entry. {Prices.Form.TrimEnd('.')}");
                    return null;
                }
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            reader.Refuse(Option, $"{text} cannot be read ({exception.Message.TrimEnd('.')}); make it readable");
            return null;
        }

        reader.RefuseIf(!Prices.TryParse(written, out var prices), Option,
            $"'{text}' is neither prices nor a file of them. {Prices.Form.TrimEnd('.')}");

        return prices;
    }
}
