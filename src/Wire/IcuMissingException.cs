namespace DbIngest.Wire;

/// <summary>
/// A user name or a password cannot be prepared for a login because this process has no ICU, which normalizes Unicode.
/// <see cref="SaslPrep"/> throws it when <see cref="Scram"/> begins a login, before anything of name or password is sent in
/// SCRAM. <c>PostgresProbe</c> lets it pass, where it leaves other failures of a login to the driver.
/// </summary>
public sealed class IcuMissingException() : WireException(
    "The user name or the password has characters that SCRAM normalizes (RFC 4013), which takes ICU, and this process has none "
        + "(remedy: install libicu, apt-get install libicu72 for instance, and do not set "
        + "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT; or take a password of ASCII characters)",
    innerException: null);
