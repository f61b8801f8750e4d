using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Servers;

/// <summary>
/// What <c>--endpoint</c> says of one database: where its server is, and the options that say how it is written to. Without an
/// address, the server is on this machine, or one is started for the run. Each database derives its own, with a property an
/// option.
/// </summary>
internal abstract class ServerEndpoint
{
    /// <summary>Reads the address.</summary>
    /// <param name="values">The endpoint's options, checked, and the text before them.</param>
    /// <param name="form">How the address is written.</param>
    /// <exception cref="ArgumentException">The address is not of the form, or options of a server that is started stand beside
    /// it.</exception>
    protected ServerEndpoint(EndpointValues values, AddressForm form)
    {
        Values = values;
        Address = values.Place.Trim().Length == 0 ? null : form.Parse(values.Place);
        if (Address is not null && WantsOwn)
        {
            throw new ArgumentException(
                "--endpoint: it names a server that is there, and has options of one that is started for the run; leave one "
                + "of the two out.");
        }
    }

    /// <summary>The server; null where none was named.</summary>
    public ServerAddress? Address { get; }

    /// <summary>Whether the user asked for a server of the run by an option that only such a server has.</summary>
    public bool WantsOwn => Values.WantsPrivateServer;

    /// <summary>The folder of the distribution that a server of the run is started from; null for the usual places.</summary>
    public string? Home => Values.Text("home");

    /// <summary>The endpoint's options.</summary>
    protected EndpointValues Values { get; }

    /// <summary>The same options at a server, as another process is given them. The password travels apart.</summary>
    /// <param name="address">The server.</param>
    public string At(ServerAddress address) => Values.At(address.ToString(), withPrivateServer: false);
}
