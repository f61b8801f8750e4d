using System.Globalization;

namespace DbIngest.Abstractions.Endpoints;

/// <summary>What an endpoint says: where a server is, and its options, checked.</summary>
/// <param name="options">The options that there are.</param>
/// <param name="place">What stands before the options: hosts, for instance; empty where nothing does.</param>
/// <param name="given">The options that were given, in their order, by name.</param>
public sealed class EndpointValues(EndpointOptions options, string place, IReadOnlyDictionary<string, string> given)
{
    /// <summary>What stands before the options.</summary>
    public string Place => place;

    /// <summary>The options that were given, by name, in their order.</summary>
    public IReadOnlyDictionary<string, string> Given => given;

    /// <summary>Whether an option that only a private server has was given.</summary>
    public bool WantsPrivateServer => given.Keys.Any(name => options.Find(name).IsOfPrivateServer);

    /// <summary>The value of an option, given or by default; null where there is none.</summary>
    /// <param name="name">The option.</param>
    public string? Text(string name) => given.TryGetValue(name, out string? value) ? value : options.Find(name).Default;

    /// <summary>The value of a number; null where there is none.</summary>
    /// <param name="name">The option.</param>
    public int? Number(string name) => Text(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;

    /// <summary>The value of a size, in MiB; null where there is none.</summary>
    /// <param name="name">The option.</param>
    public int? Mebibytes(string name) => Text(name) is { } text ? (int?)EndpointOption.Mebibytes(text) : null;

    /// <summary>Whether a flag is set.</summary>
    /// <param name="name">The option.</param>
    public bool Flag(string name) => Text(name) == "true";

    /// <summary>The text that is read back as the same values, at another place.</summary>
    /// <param name="otherPlace">What stands before the options.</param>
    /// <param name="withPrivateServer">Whether the options of a private server are in it.</param>
    /// <returns>The text. It holds secrets, where the endpoint does.</returns>
    public string At(string otherPlace, bool withPrivateServer) =>
        EndpointOptions.Write(otherPlace, given.Where(g => withPrivateServer || !options.Find(g.Key).IsOfPrivateServer));
}
