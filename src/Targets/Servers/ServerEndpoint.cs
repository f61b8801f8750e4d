using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The endpoint of a server database after reading: its address, and options that say how to write to it. Each database derives
/// its own class with a property per option. A <see cref="ServerDefinition"/> reads it before anything connects. Without an
/// address, the server runs on this machine or is started privately. Immutable.
/// </summary>
internal abstract class ServerEndpoint
{
    private readonly ServerAddress? _address;

    /// <summary>Reads the address.</summary>
    /// <param name="values">The checked options of the endpoint, and the text before them.</param>
    /// <param name="form">
    /// The syntax of the address. Null if the database reads it itself and overrides <see cref="Address"/> and <see cref="At"/>.
    /// </param>
    /// <exception cref="ArgumentException">The address is invalid, or stands beside options of a private server.</exception>
    protected ServerEndpoint(EndpointValues values, AddressForm? form)
    {
        Values = values;
        _address = IsNamed ? form?.Parse(values.Place) : null;
        if (IsNamed && WantsPrivate)
        {
            throw new ArgumentException(
                "--endpoint: it names a running server, and has options of a private one; leave one of the two out.");
        }
    }

    /// <summary>The address of the server. Null if the user gave none.</summary>
    public virtual ServerAddress? Address => _address;

    /// <summary>True if the user named a server.</summary>
    public bool IsNamed => Values.Place.Trim().Length > 0;

    /// <summary>True if the user gave an option that only a private server has.</summary>
    public bool WantsPrivate => Values.WantsPrivateServer;

    /// <summary>The folder of the distribution from which to start a private server. Null for the usual places.</summary>
    public string? Home => Values.Text("home");

    /// <summary>The checked options of the endpoint.</summary>
    protected EndpointValues Values { get; }

    /// <summary>The same options at the address of a server, for another process. Contains no password.</summary>
    /// <param name="address">The address of the server.</param>
    public virtual string At(ServerAddress address) => Values.At(address.ToString(), withPrivateServer: false);
}
