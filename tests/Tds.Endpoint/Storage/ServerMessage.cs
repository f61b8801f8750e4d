namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>What a server says of an error, or by the way.</summary>
/// <param name="Number">The error's number.</param>
/// <param name="Class">The severity: 10 and less informs, 11 to 16 is the user's to mend, 20 and more ends the
/// connection.</param>
/// <param name="State">Where in the server it arose.</param>
/// <param name="Text">The words.</param>
public sealed record ServerMessage(int Number, byte Class, byte State, string Text);

/// <summary>A statement that the server refuses.</summary>
public sealed class ServerErrorException(ServerMessage error) : Exception(error.Text)
{
    public ServerErrorException(int number, string text, byte severity = 16)
        : this(new ServerMessage(number, severity, 1, text))
    {
    }

    public ServerMessage Error { get; } = error;
}
