using System.Globalization;

namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// An endpoint after reading: its place and its checked options. <see cref="EndpointOptions.Read"/> creates it, and a target
/// takes its settings from it when it opens. Immutable. It may contain secrets, so it must not be printed.
/// </summary>
/// <param name="options">The declared options.</param>
/// <param name="place">The text before the question mark, often hosts. May be empty.</param>
/// <param name="given">The options that the user gave, by name, in their order.</param>
public sealed class EndpointValues(EndpointOptions options, string place, IReadOnlyDictionary<string, string> given)
{
    /// <summary>The text before the question mark, often hosts. May be empty.</summary>
    public string Place => place;

    /// <summary>The options that the user gave, by name, in their order.</summary>
    public IReadOnlyDictionary<string, string> Given => given;

    /// <summary>True if the user gave an option that applies to a private server only.</summary>
    public bool WantsPrivateServer => given.Keys.Any(name => options.Find(name).IsOfPrivateServer);

    /// <summary>The value of an option or its default. Null if it has neither.</summary>
    /// <param name="name">The name of a declared option.</param>
    public string? Text(string name) => given.TryGetValue(name, out string? value) ? value : options.Find(name).Default;

    /// <summary>The value of a number option or its default. Null if it has neither.</summary>
    /// <param name="name">The name of a declared option.</param>
    public int? Number(string name) => Text(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;

    /// <summary>The value of a size option or its default, in MiB. Null if it has neither.</summary>
    /// <param name="name">The name of a declared option.</param>
    public int? Mebibytes(string name) => Text(name) is { } text ? (int?)EndpointOption.Mebibytes(text) : null;

    /// <summary>True if a flag is set or true by default.</summary>
    /// <param name="name">The name of a declared option.</param>
    public bool Flag(string name) => Text(name) == "true";

    /// <summary>Writes an endpoint with the same options at another place.</summary>
    /// <param name="otherPlace">The text before the question mark.</param>
    /// <param name="withPrivateServer">False leaves out options that apply to a private server only.</param>
    /// <returns>The endpoint. It contains secrets if this one does.</returns>
    public string At(string otherPlace, bool withPrivateServer) =>
        EndpointOptions.Write(otherPlace, given.Where(g => withPrivateServer || !options.Find(g.Key).IsOfPrivateServer));
}
