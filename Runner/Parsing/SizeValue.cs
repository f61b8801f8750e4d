using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Runner.Parsing;

/// <summary>An amount of memory: 512M, 2G.</summary>
/// <param name="Text">As it was given.</param>
internal sealed record SizeValue(string Text) : OptionValue(Text)
{
    /// <summary>In MiB; null when it is none.</summary>
    public long? Mebibytes { get; } = EndpointOption.Mebibytes(Text);
}
