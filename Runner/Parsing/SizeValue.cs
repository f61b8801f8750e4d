using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// An option whose value is a size of memory: 512M, 2G, or a number of MiB without a unit. Option classes declare it.
/// <c>SweepRequestReader</c> and <c>ServeRequestReader</c> check its range. Creation never throws.
/// </summary>
/// <param name="Text">The text that the user gave.</param>
internal sealed record SizeValue(string Text) : OptionValue(Text)
{
    /// <summary>The size in MiB. Null for an invalid text.</summary>
    public long? Mebibytes { get; } = EndpointOption.Mebibytes(Text);
}
