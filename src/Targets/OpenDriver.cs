using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets;

/// <summary>
/// Connects a vendor's driver to the database of an open target. A definition with a vendor's driver passes it to its target,
/// which calls it once when it opens. The write path that it returns must create and delete no table: the target does.
/// </summary>
/// <param name="endpoint">The target's <see cref="ITarget.AttachEndpoint"/>.</param>
/// <param name="contract">The durability level that the driver must enforce.</param>
/// <param name="options">The user's options, with password and timeouts.</param>
/// <returns>The write path. The target disposes it.</returns>
/// <exception cref="TargetException">The driver cannot connect.</exception>
/// <exception cref="ArgumentException">The endpoint asks for something that the driver lacks.</exception>
public delegate IWritePath OpenDriver(string endpoint, DurabilityContract contract, TargetOptions options);
